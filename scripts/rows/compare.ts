import ts from 'typescript';
import type { Column } from './describe.ts';
import { parsedType, type ParsedType } from './parsed-types.ts';

/** Input of the comparison of a row type. */
export interface Comparison {
  readonly checker: ts.TypeChecker;
  /** The text of the statement. */
  readonly text: string;
  /** Whether an exception says that a nullable column of a table is never null here. */
  readonly isNeverNull: (column: string) => boolean;
}

/** Returns what is wrong with a row type for a statement with these columns. */
export function compare(row: ts.Type, columns: readonly Column[], comparison: Comparison): string[] {
  const names = new Set(columns.map(({ name }) => name));
  const missing = comparison.checker
    .getPropertiesOfType(row)
    .filter(({ name, flags }) => !names.has(name) && !(flags & ts.SymbolFlags.Optional))
    .map(({ name }) => `${name}: the statement has no such column`);
  return [...missing, ...columns.flatMap((column) => compareColumn(row, column, comparison))];
}

function compareColumn(row: ts.Type, column: Column, comparison: Comparison): string[] {
  const { checker } = comparison;
  const { name } = column;
  const expected = parsedType(column.type);
  const property = checker.getPropertyOfType(row, name);
  if (!property) return [`${name}: the row type lacks this column (${expected})`];
  const type = checker.getTypeOfSymbol(property);
  if (!isParsedAs(checker.getNonNullableType(type), expected, checker))
    return [`${name}: expected ${expected}, not ${checker.typeToString(type)}`];
  const wrong = expected === 'any' ? undefined : nullMismatch(type, column, comparison);
  return wrong ? [`${name}: expected ${expected}${wrong}, not ${checker.typeToString(type)}`] : [];
}

/**
 * Returns what is wrong with null in a type. Postgres does not report whether an expression or a column of a view can
 * be null, so both are accepted there.
 */
function nullMismatch(type: ts.Type, { source }: Column, comparison: Comparison): string | undefined {
  const { checker, text, isNeverNull } = comparison;
  const acceptsNull = checker.isTypeAssignableTo(checker.getNullType(), type);
  if (!source || source.isNullable === acceptsNull) return undefined;
  if (acceptsNull) return OUTER_JOIN.test(text) ? undefined : ' without null';
  return excludesNull(text, source.name) || isNeverNull(source.name) ? undefined : ' | null';
}

const OUTER_JOIN = /\b(left|right|full)\s+(outer\s+)?join\b/i;

/** Returns whether the statement excludes rows in which this column is null. Only searches for the words, anywhere. */
const excludesNull = (text: string, column: string): boolean =>
  new RegExp(`\\b${column}"?\\s+is\\s+not\\s+null\\b`, 'i').test(text);

function isParsedAs(type: ts.Type, expected: ParsedType, checker: ts.TypeChecker): boolean {
  if (expected.endsWith('[]')) {
    const element = checker.isArrayType(type) && checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    return element ? isParsedAs(element, expected.slice(0, -2) as ParsedType, checker) : false;
  }
  switch (expected) {
    case 'any':
      return true;
    case 'boolean':
      return checker.isTypeAssignableTo(type, checker.getBooleanType());
    case 'number':
      return checker.isTypeAssignableTo(type, checker.getNumberType());
    case 'string':
      return checker.isTypeAssignableTo(type, checker.getStringType());
    default:
      return type.symbol?.name === expected;
  }
}
