import { build } from '@fifteen/runtime/statements';
import ts from 'typescript';

/** A value that is known only at run time. It may be a parameter of a statement, but no part of its text. */
class Unknown {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  /** @throws Error whenever it becomes part of a text */
  toString(): string {
    throw new Error(`\`${this.#source}\` is known only at run time`);
  }
}

/** The calls of functions. */
export type Callers = ReadonlyMap<ts.Symbol | undefined, readonly ts.CallExpression[]>;
/** Values of parameters. */
type Scope = ReadonlyMap<ts.Symbol, unknown>;
type Methods = Record<string, ((...values: unknown[]) => unknown) | undefined>;
type EvaluatedFunction = (ts.ArrowFunction | ts.FunctionDeclaration) & { readonly body: ts.ConciseBody };

/** Most variants of one statement. */
export const VARIANTS = 16;

/**
 * Evaluates the sources of statements: constants, templates, builders of knex, and functions that return an expression.
 * Everything else is `Unknown`. Where there are several values (a condition, a union of literals, a loop, the callers
 * of a function), `variant` selects one.
 */
export class Evaluator {
  readonly #checker: ts.TypeChecker;
  readonly #callers: Callers;
  readonly #variant: number;

  constructor(checker: ts.TypeChecker, callers: Callers, variant: number) {
    this.#checker = checker;
    this.#callers = callers;
    this.#variant = variant;
  }

  /** @throws Error when a text has a part that is known only at run time */
  evaluate(node: ts.Expression, scope: Scope = new Map()): unknown {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isNumericLiteral(node)) return Number(node.text);
    if (ts.isTemplateExpression(node)) return this.#template(node, scope);
    if (ts.isIdentifier(node)) return this.#identifier(node, scope);
    if (ts.isCallExpression(node)) return this.#call(node, scope);
    if (ts.isPropertyAccessExpression(node)) return this.#property(node, scope);
    if (ts.isArrayLiteralExpression(node)) return this.#array(node, scope);
    if (ts.isObjectLiteralExpression(node)) return this.#object(node, scope);
    if (ts.isArrowFunction(node)) return this.#lambda(node, scope);
    if (ts.isConditionalExpression(node))
      return this.evaluate(this.#choose([node.whenTrue, node.whenFalse]), scope);
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
      return this.evaluate(node.expression, scope);
    if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
    if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
    if (node.kind === ts.SyntaxKind.NullKeyword) return null;
    return this.#literalOf(node);
  }

  #choose<T>(ways: readonly T[]): T {
    if (ways.length > VARIANTS) throw new Error(`there are more than ${VARIANTS} ways`);
    return ways[this.#variant % ways.length] as T;
  }

  /** Returns the value of an expression whose type is a literal. */
  #literalOf(node: ts.Expression): unknown {
    const type = this.#checker.getTypeAtLocation(node);
    const members = type.isUnion() ? type.types : [type];
    const literals = members.filter((one) => one.isStringLiteral() || one.isNumberLiteral());
    const isLiteral = literals.length === members.length && literals.length > 0;
    return isLiteral ? this.#choose(literals).value : new Unknown(node.getText());
  }

  #template(node: ts.TemplateExpression, scope: Scope): unknown {
    const values = node.templateSpans.map(({ expression }) => this.evaluate(expression, scope));
    // It is harmless as a parameter of a statement.
    const unknown = values.find((value) => value instanceof Unknown);
    if (unknown) return unknown;
    return (
      node.head.text + node.templateSpans.map(({ literal }, i) => `${values[i]}${literal.text}`).join('')
    );
  }

  #identifier(node: ts.Identifier, scope: Scope): unknown {
    const symbol = this.#symbolOf(node);
    if (symbol && scope.has(symbol)) return scope.get(symbol);
    const declaration = symbol?.valueDeclaration;
    if (!declaration) return this.#literalOf(node);
    if (ts.isFunctionDeclaration(declaration) && hasBody(declaration))
      return this.#lambda(declaration, scope);
    if (ts.isParameter(declaration)) return this.#parameter(node, declaration);
    if (!ts.isVariableDeclaration(declaration) || !isConst(declaration)) return this.#literalOf(node);
    if (isBuild(declaration)) return build;
    if (declaration.initializer) return this.evaluate(declaration.initializer, scope);
    const { parent: loop } = declaration.parent;
    const list = ts.isForOfStatement(loop) ? this.evaluate(loop.expression, scope) : undefined;
    return Array.isArray(list) && list.length > 0 ? this.#choose(list) : this.#literalOf(node);
  }

  /** Evaluates a parameter with the arguments of the function's callers. */
  #parameter(node: ts.Identifier, { parent, name }: ts.ParameterDeclaration): unknown {
    const known = this.#literalOf(node);
    // An arrow function has the name of its constant.
    const called = ts.isVariableDeclaration(parent.parent) ? parent.parent.name : parent.name;
    const calls = (called && this.#callers.get(this.#checker.getSymbolAtLocation(called))) ?? [];
    if (!(known instanceof Unknown) || calls.length === 0) return known;
    const argument = this.#choose(calls).arguments[parent.parameters.findIndex((one) => one.name === name)];
    return argument ? this.evaluate(argument) : known;
  }

  #symbolOf(node: ts.Identifier): ts.Symbol | undefined {
    const symbol = ts.isShorthandPropertyAssignment(node.parent)
      ? this.#checker.getShorthandAssignmentValueSymbol(node.parent)
      : this.#checker.getSymbolAtLocation(node);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  #property(node: ts.PropertyAccessExpression, scope: Scope): unknown {
    const object = this.evaluate(node.expression, scope);
    if (!isObject(object)) return this.#literalOf(node);
    return (object as Record<string, unknown>)[node.name.text];
  }

  #array(node: ts.ArrayLiteralExpression, scope: Scope): unknown[] {
    return node.elements.flatMap((element) => {
      if (!ts.isSpreadElement(element)) return [this.evaluate(element, scope)];
      const spread = this.evaluate(element.expression, scope);
      return Array.isArray(spread) ? spread : [spread];
    });
  }

  #object(node: ts.ObjectLiteralExpression, scope: Scope): unknown {
    const entries = node.properties.flatMap((property): [string, unknown][] => {
      if (ts.isShorthandPropertyAssignment(property))
        return [[property.name.text, this.#identifier(property.name, scope)]];
      if (ts.isSpreadAssignment(property)) {
        const spread = this.evaluate(property.expression, scope);
        return isObject(spread) ? Object.entries(spread) : [];
      }
      if (!ts.isPropertyAssignment(property)) return [];
      const { name, initializer } = property;
      const key = ts.isComputedPropertyName(name) ? this.evaluate(name.expression, scope) : name.text;
      return [[String(key), this.evaluate(initializer, scope)]];
    });
    return Object.fromEntries(entries);
  }

  #lambda({ parameters, body }: EvaluatedFunction, scope: Scope): unknown {
    const result = ts.isBlock(body) ? onlyResult(body) : body;
    return (...values: unknown[]) => {
      if (!result) return new Unknown(body.getText());
      const inner = new Map(scope);
      parameters.forEach(({ name }, i) => {
        const symbol = this.#checker.getSymbolAtLocation(name);
        if (symbol && !(values[i] instanceof Unknown)) inner.set(symbol, values[i]);
      });
      return this.evaluate(result, inner);
    };
  }

  #call(node: ts.CallExpression, scope: Scope): unknown {
    const values = node.arguments.map((argument) => this.evaluate(argument, scope));
    if (!ts.isPropertyAccessExpression(node.expression)) {
      const called = this.evaluate(node.expression, scope);
      return typeof called === 'function' ? called(...values) : this.#literalOf(node);
    }
    const object = this.evaluate(node.expression.expression, scope);
    const name = node.expression.name.text;
    if (!isObject(object) || typeof (object as Methods)[name] !== 'function') return this.#literalOf(node);
    // knex drops a limit that is not a number.
    const known = name === 'limit' ? values.map((value) => (value instanceof Unknown ? 1 : value)) : values;
    return (object as Methods)[name]?.(...known);
  }
}

const isObject = (value: unknown): value is object =>
  ((typeof value === 'object' && value !== null) ||
    typeof value === 'function' ||
    typeof value === 'string') &&
  !(value instanceof Unknown);

const hasBody = (node: ts.FunctionDeclaration): node is ts.FunctionDeclaration & EvaluatedFunction =>
  node.body !== undefined;

/** Returns the result of a function that consists of one return statement. */
function onlyResult({ statements }: ts.Block): ts.Expression | undefined {
  const [first] = statements;
  return statements.length === 1 && first && ts.isReturnStatement(first) ? first.expression : undefined;
}

const isConst = (node: ts.VariableDeclaration): boolean =>
  (ts.getCombinedNodeFlags(node) & ts.NodeFlags.Const) !== 0;

/** Returns whether this is `build` of the runtime. */
const isBuild = (node: ts.VariableDeclaration): boolean =>
  node.getSourceFile().fileName.endsWith('/runtime/src/statements.ts') && node.name.getText() === 'build';
