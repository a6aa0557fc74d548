import { readFileSync } from 'node:fs';
import specs from '@asyncapi/specs';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { ClientMessage, CLOSE, ServerMessage } from '../packages/contract/src/index.ts';
import { apiDocuments, DIRECTORY } from '../scripts/api-docs/documents.ts';
import { requests } from '../scripts/api-docs/messages.ts';

const read = (name: string) => readFileSync(`${DIRECTORY}/${name}`, 'utf8');

describe('the documents in docs/api', () => {
  let documents: Awaited<ReturnType<typeof apiDocuments>>;
  beforeAll(async () => {
    documents = await apiDocuments();
  });

  it.each(['openapi.json', 'asyncapi.json', 'rights.md'] as const)(
    '%s is what the contract says: npm run api-docs',
    (name) => {
      expect(read(name) === documents[name], `docs/api/${name} is out of date: npm run api-docs`).toBe(true);
    },
  );
});

describe('openapi.json', () => {
  interface Call {
    readonly security: readonly object[];
    readonly requestBody?: { readonly required: boolean };
    readonly parameters?: readonly { readonly name: string; readonly description?: string }[];
  }
  const document = JSON.parse(read('openapi.json')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Call>>>>;
    readonly components: { readonly schemas: object; readonly securitySchemes: object };
  };

  it('refers to all schemas that it has, and to no other', () => {
    const references = [...read('openapi.json').matchAll(/"#\/components\/schemas\/(\w+)"/g)];
    const used = new Set(references.map(([, name]) => name));
    // A message of the socket has the one; the other is what all users have in common.
    const unused = ['GameResult', 'PublicUser'];
    expect([...used, ...unused].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted());
  });

  it('says which calls need a session', () => {
    const securityOf = (path: string, method: string) => document.paths[path]?.[method]?.security;
    expect(Object.keys(document.components.securitySchemes)).toEqual(['session']);
    expect(securityOf('/api/auth/user', 'get')).toEqual([{ session: [] }]);
    expect(securityOf('/api/auth/session', 'get')).toEqual([{ session: [] }, {}]);
    expect(securityOf('/api/auth/login', 'post')).toEqual([]);
  });

  it('requires a body where a field of it is required', () => {
    const isRequired = (path: string) => document.paths[path]?.['post']?.requestBody?.required;
    expect(['/api/rooms', '/api/matchmaking/join'].map(isRequired)).toEqual([false, false]);
    expect(['/api/rooms/join', '/api/auth/login'].map(isRequired)).toEqual([true, true]);
  });

  it.each(['/api/friends', '/api/leaderboard/weekly', '/api/leaderboard/all-time'])(
    'has the bounds of the limit of %s',
    (path) => {
      const limit = document.paths[path]?.['get']?.parameters?.find(({ name }) => name === 'limit');
      expect(limit?.description).toMatch(/^A whole number from 1 to \d+$/);
    },
  );
});

interface Operation {
  readonly messages: readonly { readonly $ref: string }[];
  readonly reply?: { readonly messages: readonly { readonly $ref: string }[] };
}

interface Document {
  readonly channels: {
    readonly socket: {
      readonly messages: Readonly<Record<string, unknown>>;
      readonly 'x-close-codes': readonly { readonly code: number }[];
    };
  };
  readonly operations: Readonly<Record<string, Operation>>;
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly payload: object }>>;
    readonly schemas: Readonly<Record<string, object>>;
  };
}

describe('asyncapi.json', () => {
  const document = JSON.parse(read('asyncapi.json')) as Document;
  /** The schemas use keywords and formats that Ajv need not know. */
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const typesOf = (options: typeof ClientMessage.options | typeof ServerMessage.options) =>
    options.map(({ shape }) => shape.type.value as string);
  const clientTypes = typesOf(ClientMessage.options);
  const serverTypes = typesOf(ServerMessage.options);

  /** Returns what a reference within the document points at. */
  const resolve = ($ref: string): unknown =>
    $ref
      .slice('#/'.length)
      .split('/')
      .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);

  /** Returns a check of the payload of a message, with the schemas that it refers to. */
  const payloadOf = (name: string) =>
    ajv.compile({ ...document.components.messages[name]?.payload, components: document.components });

  it('is valid by the official schema of AsyncAPI 3.0', () => {
    const validate = ajv.compile(specs.schemasWithoutId['3.0.0']);
    validate(document);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('refers only to what it has', () => {
    const references = [...read('asyncapi.json').matchAll(/"\$ref": "(#[^"]+)"/g)].map(
      ([, $ref = '']) => $ref,
    );
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter(($ref) => resolve($ref) === undefined)).toEqual([]);
  });

  it('has every message of both directions, and an operation for each of a client', () => {
    const names = [
      ...clientTypes.map((type) => `client.${type}`),
      ...serverTypes.map((type) => `server.${type}`),
    ].toSorted();
    expect(Object.keys(document.components.messages).toSorted()).toEqual(names);
    expect(Object.keys(document.channels.socket.messages).toSorted()).toEqual(names);
    expect(Object.keys(document.operations).toSorted()).toEqual([...clientTypes, 'updates'].toSorted());
    expect(document.operations['updates']?.messages).toHaveLength(serverTypes.length);
  });

  it('has every close code', () => {
    const codes = document.channels.socket['x-close-codes'].map(({ code }) => code);
    expect(codes.toSorted()).toEqual(Object.values(CLOSE).toSorted());
  });

  it('has the replies that docs/api.md lists', () => {
    const page = readFileSync(`${DIRECTORY}/../api.md`, 'utf8').split('\n## Replies to messages\n')[1] ?? '';
    for (const [type, { replies }] of Object.entries(requests)) {
      const [, cell = ''] = new RegExp(`^\\| \`${type}\` +\\|(.*)\\|$`, 'm').exec(page) ?? [];
      const listed = [...cell.matchAll(/`(\w+)`/g)].map(([, reply]) => reply);
      expect(listed, type).toEqual(replies);
    }
  });

  it('has payloads that accept and reject what the contract does', () => {
    const move = payloadOf('client.move');
    expect(move({ type: 'move', gameId: 'g1', position: 3, later: true })).toBe(true);
    expect(move({ type: 'move', gameId: 'g1' })).toBe(false);
    const room = { type: 'create_room', requestId: 'r1' };
    const create = payloadOf('client.create_room');
    expect(create({ ...room, roomData: { betAmount: 5_000 } })).toBe(true);
    expect(create({ ...room, roomData: { betAmount: 4_999 } })).toBe(false);
    const levelUp = payloadOf('server.level_up');
    expect(levelUp({ type: 'level_up', levelUp: { id: 'l1', newLevel: 2, previousLevel: 1 } })).toBe(true);
    expect(levelUp({ type: 'level_up', levelUp: { id: 'l1' } })).toBe(false);
  });
});
