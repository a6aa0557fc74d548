import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Forms of secrets that no file of the repository may hold; CI looks for more of them, in every commit. */
const SECRETS: Readonly<Record<string, RegExp>> = {
  'a private key': /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/,
  'a key of AWS': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'a token of GitHub': /\b(?:gh[pousr]_[0-9A-Za-z]{36}|github_pat_\w{22,})\b/,
  'a token of npm': /\bnpm_[0-9A-Za-z]{36}\b/,
  'a token of Slack': /\bxox[abprs]-[0-9A-Za-z-]{10,}/,
  'a key of Google': /\bAIza[0-9A-Za-z_-]{35}\b/,
  'a JSON web token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/,
  'a password in an address of another machine':
    /\b(?:postgres(?:ql)?|redis|nats|smtps?|https?):\/\/[\w.-]+:(?!(?:password|secret|…|\$\{?\w|\$\())[\w%+~-]{8,}@(?!(?:127\.|localhost|\$|[\w.-]*\.(?:example|test|invalid)\b))[\w-]+\.[\w.-]+/,
};

const found = (text: string): string[] =>
  Object.keys(SECRETS).filter((kind) => SECRETS[kind]?.test(text) === true);

/** Text files of the repository. Larger ones are pictures and the lock file, whose hashes are no secrets. */
const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file && !/(\.(?:png|webp|woff2|jpg)|package-lock\.json)$/.test(file))
  .filter((file) => statSync(join(root, file), { throwIfNoEntry: false })?.isFile());

test('no file of the repository holds a secret', () => {
  expect(files.length).toBeGreaterThan(1_000);
  const secrets = files.flatMap((file) =>
    found(readFileSync(join(root, file), 'utf8')).map((kind) => `${file}: ${kind}`),
  );
  expect(secrets).toEqual([]);
});

describe('a secret is found:', () => {
  test.each([
    ['a private key', ['-----BEGIN', 'EC PRIVATE KEY-----'].join(' ')],
    ['a key of AWS', `AKIA${'ABCDEFGHIJKLMNOP'}`],
    ['a token of GitHub', `ghp_${'a1'.repeat(18)}`],
    ['a token of npm', `npm_${'a1'.repeat(18)}`],
    ['a token of Slack', ['xoxb', '1234567890', 'abcdef'].join('-')],
    ['a key of Google', `AIza${'a1b2c'.repeat(7)}`],
    ['a JSON web token', ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0In0', 'c2lnbmF0dXJl'].join('.')],
    [
      'a password in an address of another machine',
      ['postgres://fifteen:', 'correcthorse', '@db.fifteen.com/x'].join(''),
    ],
  ])('%s', (kind, text) => {
    expect(found(`x = "${text}"`)).toEqual([kind]);
  });
});
