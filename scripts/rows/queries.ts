import { relative } from 'node:path';
import ts from 'typescript';
import { root } from '../lib/root.ts';
import { Evaluator, VARIANTS, type Callers } from './evaluate.ts';

/** A call that sends a statement. */
export interface Query {
  /** The file, relative to the root. */
  readonly file: string;
  /** File, line and column, as editors open them. */
  readonly place: string;
  /** Source of the statement's argument. */
  readonly source: string;
  /** The possible texts, or the error for a statement that is known only at run time. */
  readonly statementTexts: readonly string[] | Error;
  /** The declared type of its rows, undefined without one. */
  readonly row: ts.Type | undefined;
}

/** Index of the statement parameter of each function that sends one. */
const statementParameterIndex: Readonly<Record<string, number>> = { query: 0, queryRows: 1, execute: 1 };

/** Returns all calls in these files that send a statement. */
export function queriesIn(files: readonly ts.SourceFile[], checker: ts.TypeChecker): Query[] {
  const calls = files.flatMap(callsIn);
  const callers = Map.groupBy(calls, ({ expression }) => functionOf(expression, checker));
  return calls.flatMap((call) => {
    const statement = statementOf(call, checker);
    return statement ? [queryOf(call, statement, { checker, callers })] : [];
  });
}

function callsIn(file: ts.SourceFile): ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return calls;
}

function functionOf(called: ts.Expression, checker: ts.TypeChecker): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(called);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Returns the argument of a call that is a statement. */
function statementOf(call: ts.CallExpression, checker: ts.TypeChecker): ts.Expression | undefined {
  const declaration = checker.getResolvedSignature(call)?.declaration;
  if (
    !declaration ||
    !/\/runtime\/src\/(postgres|statements)\.ts$/.test(declaration.getSourceFile().fileName)
  )
    return undefined;
  const name = ts.isJSDocSignature(declaration) ? undefined : declaration.name?.getText();
  return call.arguments[statementParameterIndex[name ?? ''] ?? -1];
}

interface Program {
  readonly checker: ts.TypeChecker;
  readonly callers: Callers;
}

function queryOf(call: ts.CallExpression, statement: ts.Expression, program: Program): Query {
  const source = call.getSourceFile();
  const file = relative(root, source.fileName);
  const { line, character } = source.getLineAndCharacterOfPosition(call.getStart());
  return {
    file,
    place: `${file}:${line + 1}:${character + 1}`,
    source: statement.getText(),
    statementTexts: textsOf(statement, program),
    row: rowOf(call, program.checker),
  };
}

function textsOf(statement: ts.Expression, { checker, callers }: Program): readonly string[] | Error {
  try {
    const texts = Array.from({ length: VARIANTS }, (_, variant) =>
      textOf(new Evaluator(checker, callers, variant).evaluate(statement)),
    );
    return [...new Set(texts)];
  } catch (error) {
    return error as Error;
  }
}

/** Returns the text of a statement: a string, an object with one, or a builder of knex. */
function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'toSQL' in value)
    return (value as BuiltQuery).toSQL().toNative().sql;
  if (typeof value === 'object' && value !== null && 'text' in value) return textOf(value.text);
  return String(value);
}

interface BuiltQuery {
  toSQL(): { toNative(): { sql: string } };
}

/** Returns the row type: that of a `QueryResult`, or the result itself. */
function rowOf(call: ts.CallExpression, checker: ts.TypeChecker): ts.Type | undefined {
  const result = checker.getAwaitedType(checker.getTypeAtLocation(call));
  const property = result?.getProperty('rows');
  const rows = property ? checker.getTypeOfSymbol(property) : result;
  const row = rows && checker.getIndexTypeOfType(rows, ts.IndexKind.Number);
  // Without a declared type, pg's rows have an index signature.
  return row && checker.getIndexTypeOfType(row, ts.IndexKind.String) ? undefined : row;
}
