import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '@fifteen/domain';
import { catalogueError, ClientMessage } from '../packages/contract/src/index.ts';
import { ACTIONS, CODE_GUESSES, REQUESTS } from '../services/gateway/src/edge/limits.ts';
import { SOCKET_LIMITS } from '../services/gateway/src/realtime/socket-budget.ts';

/** Compares docs/api.md with the code. */
const page = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8');

/** Returns the cells of the table under a heading, the first of each row without backticks. */
function rowsOf(heading: string): string[][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  return (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}
const plain = (cell = ''): string => cell.replaceAll('`', '');

test('lists every limit with its numbers', () => {
  const limits: Record<string, { times: number; seconds: number }> = {
    ...Object.fromEntries(Object.entries(REQUESTS).map(([name, limit]) => [`requests.${name}`, limit])),
    codeGuesses: CODE_GUESSES,
    ...ACTIONS,
    ...Object.fromEntries(Object.entries(SOCKET_LIMITS).map(([name, limit]) => [`socket.${name}`, limit])),
  };
  const listed = rowsOf('Limits').map(([name, times, seconds]) => [
    plain(name),
    { times: Number(times?.replace(',', '')), seconds: Number(seconds) },
  ]);
  expect(Object.fromEntries(listed)).toEqual(limits);
});

test('lists every error code with its status and text', () => {
  const listed = rowsOf('Error codes').map(([code, status, message]) => [
    plain(code),
    Number(status),
    message,
  ]);
  const codes = ERROR_CODES.map((code) => {
    const { status, message } = catalogueError(code);
    return [code, status, message];
  });
  expect(listed.toSorted()).toEqual(codes.toSorted());
});

test('lists every message of a client with its replies', () => {
  const listed = rowsOf('Replies to messages').map(([type]) => plain(type));
  expect(listed.toSorted()).toEqual(ClientMessage.options.map(({ shape }) => shape.type.value).toSorted());
});
