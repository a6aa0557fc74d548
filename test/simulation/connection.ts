import pg from 'pg';
import { serialize } from 'pg-protocol';
import { Parser } from 'pg-protocol/dist/parser.js';

interface Field {
  name: string;
  parse: (text: string) => unknown;
}

interface Prepared {
  name: string;
  fields: Field[];
}

/** Converts a value as the driver does; its types lack the function. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => string | null } })
  .utils;

/** The messages of the protocol that are read here. */
type Message =
  | { name: 'rowDescription'; fields: { name: string; dataTypeID: number }[] }
  | { name: 'dataRow'; fields: (string | null)[] }
  | { name: 'commandComplete'; text: string }
  | { name: 'notification'; payload: string }
  | (pg.DatabaseError & { name: 'error' });

/** Sends statements to a server that answers synchronously, as the driver does: prepared once, values as text. */
export class Connection {
  readonly #exchange: (bytes: Uint8Array) => Uint8Array;
  readonly #prepared = new Map<string, Prepared>();
  #named = 0;
  /** Called with what a transaction notified of, at its commit. */
  onNotification: (payload: string) => void = () => undefined;

  constructor(exchange: (bytes: Uint8Array) => Uint8Array) {
    this.#exchange = exchange;
  }

  /** @throws pg.DatabaseError */
  query<R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): pg.QueryResult<R> {
    if (!values) return this.#read<R>(serialize.query(text), { name: '', fields: [] });
    const known = this.#prepared.get(text);
    // A new name each time: the server keeps a statement whose first execution failed.
    const statement = known ?? { name: `s${(this.#named += 1)}`, fields: [] };
    const { name } = statement;
    const parse = known ? [] : [serialize.parse({ name, text }), serialize.describe({ type: 'S', name })];
    const bind = serialize.bind({ statement: name, values: values.map((value) => prepareValue(value)) });
    const messages = [...parse, bind, serialize.execute({}), serialize.sync()];
    const result = this.#read<R>(Buffer.concat(messages), statement);
    this.#prepared.set(text, statement);
    return result;
  }

  #read<R extends pg.QueryResultRow>(request: Uint8Array, statement: Prepared): pg.QueryResult<R> {
    const result: pg.QueryResult<R> = { rows: [], rowCount: null, command: '', fields: [], oid: 0 };
    let error: Error | undefined;
    const bytes = this.#exchange(request);
    new Parser().parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), (received) => {
      const message = received as unknown as Message;
      switch (message.name) {
        case 'rowDescription':
          statement.fields = message.fields.map(({ name, dataTypeID }) => ({
            name,
            parse: pg.types.getTypeParser(dataTypeID, 'text'),
          }));
          break;
        case 'dataRow':
          result.rows.push(rowOf<R>(statement.fields, message.fields));
          break;
        case 'commandComplete':
          result.rowCount = Number(/\d+$/.exec(message.text)?.[0] ?? 0);
          break;
        case 'notification':
          this.onNotification(message.payload);
          break;
        case 'error':
          error ??= message;
      }
    });
    if (error) throw error;
    return result;
  }
}

const rowOf = <R>(fields: Field[], values: (string | null)[]): R =>
  Object.fromEntries(
    fields.map(({ name, parse }, index) => {
      const value = values[index] ?? null;
      return [name, value === null ? null : parse(value)];
    }),
  ) as R;
