import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { breakingDocumentChanges, type ContractDocument } from '../scripts/contract/breaking.ts';
import { root } from '../scripts/lib/root.ts';

const read = (name: string) =>
  JSON.parse(readFileSync(join(root, `docs/api/${name}.json`), 'utf8')) as ContractDocument;

type Editable = { [key: string]: Editable } & Editable[];

/** Returns the breaking changes of a document in which a part was changed. */
function changesOf(name: 'openapi' | 'asyncapi', change: (document: Editable) => void): string[] {
  const changed = structuredClone(read(name)) as unknown as Editable;
  change(changed);
  return breakingDocumentChanges(read(name), changed as unknown as ContractDocument);
}

const bodyOf = (document: Editable, path: string): Editable =>
  document['paths']![path]!['post']!['requestBody']!['content']!['application/json']!['schema']!;
const payloadOf = (document: Editable, message: string): Editable =>
  document['components']!['messages']![message]!['payload']!;
const set = (object: Editable, key: string, value: unknown) => Object.assign(object, { [key]: value });

test.each(['openapi', 'asyncapi'] as const)('an unchanged %s is compatible', (name) => {
  expect(changesOf(name, () => undefined)).toEqual([]);
});

test('an optional field of a request and a new field of a response are compatible', () => {
  const more = (document: Editable) => {
    set(bodyOf(document, '/api/auth/login')['properties']!, 'remember', { type: 'boolean' });
    set(document['components']!['schemas']!['Game']!['properties']!, 'mood', { type: 'string' });
    document['components']!['schemas']!['Game']!['required']!.push('mood' as never);
  };
  expect(changesOf('openapi', more)).toEqual([]);
});

test.each<[string, 'openapi' | 'asyncapi', (document: Editable) => void, RegExp]>([
  [
    'a removed call',
    'openapi',
    (document) => void delete document['paths']!['/api/auth/logout'],
    /^POST \/api\/auth\/logout was removed$/,
  ],
  [
    'a field of a request that became required',
    'openapi',
    (document) => {
      set(bodyOf(document, '/api/auth/login')['properties']!, 'captcha', { type: 'string' });
      bodyOf(document, '/api/auth/login')['required']!.push('captcha' as never);
    },
    /captcha became required/,
  ],
  [
    'a removed field of a response',
    'openapi',
    (document) => void delete document['components']!['schemas']!['Game']!['properties']!['board'],
    /^Game\.board was removed$/,
  ],
  [
    'another type of a field of a response',
    'openapi',
    (document) => set(document['components']!['schemas']!['Game']!['properties']!, 'id', { type: 'number' }),
    /^Game\.id: the type string became number$/,
  ],
  [
    'a removed message',
    'asyncapi',
    (document) => void delete document['components']!['messages']!['client.ping'],
    /^the message client\.ping was removed$/,
  ],
  [
    'a shorter limit of a message to the server',
    'asyncapi',
    (document) => set(payloadOf(document, 'client.auth')['properties']!['userId']!, 'maxLength', 8),
    /maxLength became 8/,
  ],
])('%s is a breaking change', (_, name, change, finding) => {
  const changes = changesOf(name, change);
  expect(changes).toHaveLength(1);
  expect(changes[0]).toMatch(finding);
});
