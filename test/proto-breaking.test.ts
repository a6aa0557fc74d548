import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { breakingChanges } from '../scripts/proto/breaking.ts';
import { root } from '../scripts/lib/root.ts';

const MATCHMAKING = 'proto/fifteen/matchmaking';

const copies: string[] = [];
afterEach(() => copies.splice(0).forEach((copy) => rmSync(copy, { recursive: true })));

/** Returns a folder with a copy of a folder of the contract. */
function copyOf(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'fifteen-contract-'));
  copies.push(copy);
  cpSync(join(root, 'buf.yaml'), join(copy, 'buf.yaml'));
  cpSync(join(root, folder), join(copy, folder), { recursive: true });
  return copy;
}

/** Returns the breaking changes of matchmaking's contract in which one text was replaced by another. */
function changesOf(text: RegExp, replacement: string): string[] {
  const changed = copyOf(MATCHMAKING);
  const file = join(changed, MATCHMAKING, 'v1/matchmaking.proto');
  const before = readFileSync(file, 'utf8');
  const after = before.replace(text, replacement);
  expect(after).not.toBe(before);
  writeFileSync(file, after);
  return breakingChanges(changed, copyOf(MATCHMAKING));
}

test('an unchanged contract is compatible', () => {
  expect(breakingChanges(root, copyOf('proto/fifteen'))).toEqual([]);
});

test('an added field is compatible', () => {
  expect(changesOf(/(message LeaveRequest \{)/, '$1\n  // Why.\n  string reason = 15;')).toEqual([]);
});

test.each<[string, RegExp, string, RegExp]>([
  ['a removed RPC', /^ {2}rpc Leave\(.*$/m, '', /RPC "Leave" .*was deleted/],
  ['a removed field', /^ {2}bool matched = 1;$/m, '', /field "1" .*"matched".* was deleted/],
  ['a renumbered field', /bool matched = 1;/, 'bool matched = 9;', /field "1" .*was deleted/],
  ['a renamed field', /bool matched = 1;/, 'bool found = 1;', /name from "matched" to "found"/],
  ['another type of a field', /bool matched = 1;/, 'string matched = 1;', /type from "bool" to "string"/],
])('%s is a breaking change', (_, text, replacement, finding) => {
  expect(changesOf(text, replacement).join('\n')).toMatch(finding);
});
