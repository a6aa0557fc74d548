import type { Random } from '@fifteen/testkit';

/** The part of JSON Schema that the contract's documents use. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly pattern?: string;
}

const WORDS = ['u1', 'default', 'owl', 'ABCDEFGH', 'hello', 'a-quiet-harbour'];
const DIGITS = /\\d\{6\}|\[0-9\]\{6\}/;

/** Returns a value that a schema accepts; a text with a pattern is only likely to fit it. */
export function valueOf(schema: Schema, random: Random): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return valueOf(random.pick(schema.anyOf), random);
  switch (schema.type) {
    case 'object':
      return objectOf(schema, random);
    case 'array':
      return Array.from({ length: schema.minItems ?? 1 }, () => valueOf(schema.items ?? {}, random));
    case 'integer':
    case 'number':
      return numberOf(schema, random);
    case 'boolean':
      return random.isTrue();
    case 'null':
      return null;
    default:
      return textOf(schema, random);
  }
}

function objectOf({ properties = {}, required = [] }: Schema, random: Random): Record<string, unknown> {
  const names = Object.keys(properties).filter((name) => required.includes(name) || random.isTrue());
  return Object.fromEntries(names.map((name) => [name, valueOf(properties[name] ?? {}, random)]));
}

function numberOf({ minimum = 0, maximum = 100 }: Schema, random: Random): number {
  const lowest = Math.max(minimum, -1_000);
  return lowest + random.int(Math.min(maximum, 1_000) - lowest + 1);
}

function textOf({ minLength = 1, maxLength = 64, format, pattern = '' }: Schema, random: Random): string {
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  if (format === 'email') return 'fuzz@unknown.example';
  if (DIGITS.test(pattern)) return '123456';
  const word = random.pick(WORDS);
  return word.padEnd(minLength, 'x').slice(0, maxLength);
}
