import type { ErrorBody } from '@fifteen/contract';
import { Player } from '@fifteen/testkit/player';
import { sharedStack, type SharedStack } from '@fifteen/testkit/shared-stack';
import { startStack, type Stack, type StackOptions } from '@fifteen/testkit/stack';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, expect } from 'vitest';

/** The product that test files share, for tests that need no special setting and kill nothing. */
export function sharedProduct(): () => SharedStack {
  let stack: SharedStack | undefined;
  beforeAll(async () => {
    stack = await sharedStack();
  });
  return () => {
    if (!stack) throw new Error('not started');
    return stack;
  };
}

/** The product for one test file, as real processes. */
export function product(options: StackOptions = {}): () => Stack {
  let stack: Stack | undefined;
  beforeAll(async () => {
    stack = await startStack(options);
  });
  afterAll(() => stack?.stop());
  return () => {
    if (!stack) throw new Error('not started');
    return stack;
  };
}

/** An answer of the gateway, as it is. */
export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Sends a request, JSON unless the body is text or bytes already. */
export async function send(
  url: string,
  { method = 'GET', body, ...init }: Omit<RequestInit, 'body'> & { body?: unknown } = {},
): Promise<Answer> {
  const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(url, {
    redirect: 'manual',
    ...init,
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...init.headers },
    ...(body === undefined ? {} : { body: (raw ? body : JSON.stringify(body)) as string }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
}

/** The answer is a refusal of the contract, of this status and code, and shows nothing of the inside. */
export function expectError(
  { status, body }: Answer,
  expected: number | RegExp,
  code?: string | RegExp,
): void {
  expect(String(status)).toMatch(expected instanceof RegExp ? expected : String(expected));
  expect(body).toEqual(expect.objectContaining({ error: expect.any(String), message: expect.any(String) }));
  const { code: said, message } = body as ErrorBody;
  expect(said).toMatch(code ?? /^[A-Z][A-Z_]+$/);
  expect(message).not.toMatch(/\bat .*:\d+|select .* from|postgres|grpc|node_modules/i);
}

/** Sessions for many requests: each is used until shortly before its limit. */
export function guests(url: () => string) {
  let player: Player | undefined;
  let left = 0;
  return async (): Promise<Player> => {
    if (!player || left === 0) {
      player = await Player.guest(url());
      left = 90;
    }
    left -= 1;
    return player;
  };
}

/** What became of an upgrade: a status, or an open socket. */
export function upgrade(
  url: string,
  headers: Record<string, string> = {},
  path = '/ws',
): Promise<{ status: number } | { socket: WebSocket }> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, { headers });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.once('open', () => resolve({ socket }));
    socket.once('unexpected-response', (_, response) => {
      resolve({ status: response.statusCode ?? 0 });
      response.resume();
    });
  });
}

/** An open socket of somebody, who has not said yet who they are. */
export async function opened(player: Player): Promise<WebSocket> {
  const outcome = await upgrade(player.url, { cookie: player.cookie });
  if ('socket' in outcome) return outcome.socket;
  throw new Error(`upgrade refused: ${outcome.status}`);
}

export const closeOf = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => socket.once('close', (code) => resolve(code)));
