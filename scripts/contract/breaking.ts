/** A JSON Schema with the keywords that the documents of the public contract use. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly [bound: string]: unknown;
}

interface Operation {
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema: Schema }[];
  readonly requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
  readonly responses?: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

/** An OpenAPI or AsyncAPI document. */
export interface ContractDocument {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly messages?: Readonly<Record<string, { payload: Schema }>>;
  };
}

/** Who reads the data: the server, which must take all that it took, or the client, which must get all that it got. */
type Reader = 'server' | 'client';

/** A schema in both versions, at a place of the contract. */
interface Pair {
  readonly place: string;
  readonly reader: Reader;
  readonly before: Schema;
  readonly after: Schema;
}

const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'];
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'];

/** Returns the changes of the public contract that a client of the earlier version would notice, a line each. */
export function breakingDocumentChanges(earlier: ContractDocument, current: ContractDocument): string[] {
  const found: string[] = [];
  const compare = comparator(earlier, current, found);
  for (const [path, methods] of Object.entries(earlier.paths ?? {}))
    for (const [method, before] of Object.entries(methods)) {
      const place = `${method.toUpperCase()} ${path}`;
      const after = current.paths?.[path]?.[method];
      if (after) compareOperation(place, before, after, { compare, found });
      else found.push(`${place} was removed`);
    }
  for (const [name, { payload: before }] of Object.entries(earlier.components.messages ?? {})) {
    const after = current.components.messages?.[name]?.payload;
    const reader = name.startsWith('client.') ? 'server' : 'client';
    if (after) compare({ place: name, reader, before, after });
    else found.push(`the message ${name} was removed`);
  }
  return [...new Set(found)];
}

function compareOperation(
  place: string,
  before: Operation,
  after: Operation,
  { compare, found }: { compare: (pair: Pair) => void; found: string[] },
): void {
  for (const parameter of after.parameters ?? []) {
    const known = before.parameters?.find(
      ({ name, in: where }) => name === parameter.name && where === parameter.in,
    );
    if (parameter.required && !known?.required) found.push(`${place}: ${parameter.name} became required`);
    if (known)
      compare({
        place: `${place}: ${parameter.name}`,
        reader: 'server',
        before: known.schema,
        after: parameter.schema,
      });
  }
  for (const [type, { schema }] of Object.entries(after.requestBody?.content ?? {})) {
    const known = before.requestBody?.content[type]?.schema;
    if (known) compare({ place: `${place}: body`, reader: 'server', before: known, after: schema });
    else if (!before.requestBody) found.push(`${place}: a body became required`);
  }
  for (const [status, response] of Object.entries(before.responses ?? {}))
    for (const [type, { schema }] of Object.entries(response.content ?? {})) {
      const next = after.responses?.[status]?.content?.[type]?.schema;
      if (next) compare({ place: `${place}: ${status}`, reader: 'client', before: schema, after: next });
      else found.push(`${place}: ${status} ${type} was removed`);
    }
}

/** Returns the function that adds the breaking changes of a schema to `found`. */
function comparator(
  earlier: ContractDocument,
  current: ContractDocument,
  found: string[],
): (pair: Pair) => void {
  const compared = new Set<string>();
  const compare = ({ place, reader, before, after }: Pair): void => {
    // A schema that refers to itself is compared once for each reader.
    if (before.$ref && after.$ref) {
      const key = `${reader} ${before.$ref} ${after.$ref}`;
      if (compared.has(key)) return;
      compared.add(key);
    }
    const [old, next] = [resolve(before, earlier), resolve(after, current)];
    const at = before.$ref?.split('/').at(-1) ?? place;
    if (typesOf(old) !== typesOf(next)) found.push(`${at}: the type ${typesOf(old)} became ${typesOf(next)}`);
    compareProperties({ place: at, reader, before: old, after: next }, compare, found);
    if (old.items && next.items) compare({ place: `${at}[]`, reader, before: old.items, after: next.items });
    if (reader === 'server') found.push(...narrowedProperties(old, next).map((change) => `${at}: ${change}`));
  };
  return compare;
}

function compareProperties(
  { place, reader, before, after }: Pair,
  compare: (pair: Pair) => void,
  found: string[],
): void {
  for (const [name, old] of Object.entries(before.properties ?? {})) {
    const next = after.properties?.[name];
    if (next) compare({ place: `${place}.${name}`, reader, before: old, after: next });
    else found.push(`${place}.${name} was removed`);
  }
  const [from, to] = reader === 'server' ? [after, before] : [before, after];
  for (const name of from.required ?? []) {
    if (to.required?.includes(name)) continue;
    if (reader === 'server') found.push(`${place}.${name} became required`);
    else if (after.properties?.[name]) found.push(`${place}.${name} became optional`);
  }
}

/** Returns what the current schema no longer takes. */
function narrowedProperties(before: Schema, after: Schema): string[] {
  const values = (schema: Schema) => schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  const allowed = values(after);
  const removed = allowed
    ? (values(before) ?? ['other values']).filter((value) => !allowed.includes(value))
    : [];
  const bound = (name: string, sign: 1 | -1) => {
    const [old = -sign * Infinity, next] = [before[name], after[name]] as [number?, number?];
    return next !== undefined && (next - old) * sign > 0 ? [`${name} became ${next}`] : [];
  };
  return [
    ...removed.map((value) => `${String(value)} was removed`),
    ...LOWER_BOUNDS.flatMap((name) => bound(name, 1)),
    ...UPPER_BOUNDS.flatMap((name) => bound(name, -1)),
    ...(after['pattern'] === undefined || after['pattern'] === before['pattern']
      ? []
      : ['the pattern changed']),
  ];
}

function resolve(schema: Schema, { components }: ContractDocument): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return (name && components.schemas?.[name]) || schema;
}

/** The types of a schema in a form that can be compared; those of a union in order. */
function typesOf({ type, anyOf, oneOf, $ref, ...rest }: Schema): string {
  const union = anyOf ?? oneOf;
  if (union) return union.map(typesOf).toSorted().join(' | ');
  if ($ref) return $ref.split('/').at(-1) ?? '';
  const literal = rest.enum?.[0] ?? rest.const;
  return type === undefined && literal !== undefined
    ? typeof literal
    : [type ?? 'any'].flat().toSorted().join(' | ');
}
