import { readFileSync } from 'node:fs';
import { calls, type Call } from '@fifteen/contract';
import { safeParse, type $ZodType } from 'zod/v4/core';
import { hostileText, mutated } from './mutations.ts';
import { spoiled, type Random } from '@fifteen/testkit';
import { valueOf, type Schema } from './schema-values.ts';

/** A request, and whether the contract rejects it whatever the state of the product is. */
export interface Case {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  readonly isInvalid: boolean;
}

/** What requests can name: the ids of their sender, who plays a game in a room, and of others. */
export interface Ids {
  /** The sender, the opponent, and a player elsewhere. */
  readonly users: readonly string[];
  readonly room: string;
  readonly code: string;
  readonly game: string;
  readonly invitation: string;
  readonly friendRequest: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

/** A call as docs/api/openapi.json describes it. */
interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

const document = JSON.parse(
  readFileSync(new URL('../../../../docs/api/openapi.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Record<string, Operation>> };

/** Every call of the contract. */
export const OPERATIONS = Object.entries(calls).flatMap(([group, its]) =>
  Object.entries<Call>(its).map(([name, call]) => ({ name: `${group}.${name}`, group, call })),
);

const JSON_TYPE = 'application/json';
const TYPES = [
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'json',
  '',
  'multipart/form-data',
];

/** Returns a request that differs from a valid one in one part, and names these ids half of the time. */
export function caseOf({ method, path, params, query, body }: Call, ids: Ids, random: Random): Case {
  const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {};
  const places = [
    ...(params ? ['params'] : []),
    ...(query ? ['query'] : []),
    ...(body ? ['body', 'body', 'body'] : []),
  ];
  const part = random.pick([...places, ...places, 'headers', 'type']);
  const idFor = (name: string) => (random.isTrue() ? idOf(name, path, ids, random) : undefined);
  const given = (place: string): Record<string, unknown> =>
    Object.fromEntries(
      (operation.parameters ?? [])
        .filter((parameter) => parameter.in === place)
        .map(({ name, schema }) => [
          name,
          part === placeOf(place) ? hostileText(random) : (idFor(name) ?? valueOf(schema, random)),
        ]),
    );
  const [pathValues, queryValues] = [given('path'), given('query')];
  const sent = body
    ? bodyOf(operation, body, idFor, part === 'body', random)
    : { isInvalid: false, bytes: undefined };
  const rejected = (schema: $ZodType | undefined, value: unknown): boolean =>
    schema !== undefined && !safeParse(schema, value).success;
  return {
    method,
    url: urlOf(path, pathValues, queryValues),
    headers: headersOf(part, sent.bytes, random),
    body: sent.bytes,
    isInvalid:
      sent.isInvalid ||
      (part === 'params' && isReachable(pathValues) && rejected(params, pathValues)) ||
      (part === 'query' && rejected(query, queryValues)),
  };
}

/** Returns an id for a parameter or a field of a call; undefined for one that is no id. */
function idOf(name: string, path: string, ids: Ids, random: Random): string | undefined {
  switch (name === 'id' ? path.split('/')[2] : name) {
    case 'code':
      return ids.code;
    case 'rooms':
      return ids.room;
    case 'games':
    case 'gameId':
      return ids.game;
    case 'room-invitations':
      return ids.invitation;
    case 'requestId':
      return ids.friendRequest;
    default:
      return /^id$|(user|friend|invited|requested|recipient|player)id$/i.test(name)
        ? random.pick(ids.users)
        : undefined;
  }
}

const placeOf = (place: string): string => (place === 'path' ? 'params' : place);

/** Whether a path with these values is one of the call: dots and nothing make another path. */
const isReachable = (values: Record<string, unknown>): boolean =>
  Object.values(values).every((value) => !['', '.', '..'].includes(String(value).trim()));

const wellFormed = (value: unknown): string => encodeURIComponent(String(value).toWellFormed());

function urlOf(path: string, params: Record<string, unknown>, query: Record<string, unknown>): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    wellFormed(params[name] ?? 'x').slice(0, 6_000),
  );
  const search = Object.entries(query).map(([name, value]) => `${name}=${wellFormed(value).slice(0, 6_000)}`);
  return search.length > 0 ? `${filled}?${search.join('&')}` : filled;
}

function bodyOf(
  operation: Operation,
  schema: $ZodType,
  idFor: (name: string) => string | undefined,
  isMutated: boolean,
  random: Random,
) {
  const described = operation.requestBody?.content[JSON_TYPE].schema ?? {};
  const likely = Object.entries(valueOf(described, random) as Record<string, unknown>);
  const valid = Object.fromEntries(likely.map(([name, value]) => [name, idFor(name) ?? value]));
  if (!isMutated) return { isInvalid: false, bytes: Buffer.from(JSON.stringify(valid)) };
  if (random.isTrue(0.2))
    return { isInvalid: false, bytes: spoiled(Buffer.from(JSON.stringify(valid)), random) };
  const value = mutated(valid, random);
  const text = JSON.stringify(value);
  return { isInvalid: !safeParse(schema, JSON.parse(text)).success, bytes: Buffer.from(text) };
}

function headersOf(part: string, body: Buffer | undefined, random: Random): Record<string, string> {
  const type: Record<string, string> = body
    ? { 'content-type': part === 'type' ? random.pick(TYPES) : JSON_TYPE }
    : {};
  if (part !== 'headers') return type;
  const name = random.pick([
    'idempotency-key',
    'x-forwarded-for',
    'x-user-id',
    'accept',
    'range',
    'traceparent',
  ]);
  return {
    ...type,
    [name]: hostileText(random)
      .replace(/[^\x20-\x7e]/g, '?')
      .trim()
      .slice(0, 4_000),
  };
}
