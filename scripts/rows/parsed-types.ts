import pg from 'pg';

/** Type of a value that pg has parsed; `any` for JSON. */
export type ParsedType = 'boolean' | 'number' | 'string' | 'Date' | 'Buffer' | 'any' | `${string}[]`;

const { BOOL, INT2, INT4, INT8, OID, FLOAT4, FLOAT8, BYTEA, DATE, TIMESTAMP, TIMESTAMPTZ, JSON, JSONB } =
  pg.types.builtins;

/** The oids of types and of their arrays. The runtime's parser of bigint does not extend to arrays of it. */
const types: readonly [ParsedType, readonly number[]][] = [
  ['boolean', [BOOL]],
  ['number', [INT2, INT4, INT8, OID, FLOAT4, FLOAT8]],
  ['Date', [DATE, TIMESTAMP, TIMESTAMPTZ]],
  ['Buffer', [BYTEA]],
  ['any', [JSON, JSONB]],
  ['boolean[]', [1000]],
  ['number[]', [1005, 1007, 1021, 1022]],
  ['string[]', [1009, 1015, 1016, 2951]],
  ['Date[]', [1115, 1182, 1185]],
  ['Buffer[]', [1001]],
  ['any[]', [199, 3807]],
];
const byOid = new Map(types.flatMap(([type, oids]) => oids.map((oid) => [oid, type] as const)));

/** Returns the type of a value of the type with this oid: a string if pg has no parser for it. */
export const parsedType = (oid: number): ParsedType => byOid.get(oid) ?? 'string';
