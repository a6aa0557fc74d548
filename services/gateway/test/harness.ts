import { connect } from 'node:net';
import type { ErrorBody } from '@fifteen/contract';
import { isErrorCode } from '@fifteen/domain';
import { assertErrorIsListed } from '@fifteen/testkit/listed-errors';
import { Player } from '@fifteen/testkit/player';
import { sharedStack, type SharedStack } from '@fifteen/testkit/shared-stack';
import { startStack, type Stack, type StackOptions } from '@fifteen/testkit/stack';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, expect } from 'vitest';

/** Returns the stack that test files share, for tests that need no own configuration and kill nothing. */
export function useSharedStack(): () => SharedStack {
  let stack: SharedStack | undefined;
  beforeAll(async () => {
    stack = await sharedStack();
  });
  return () => {
    if (!stack) throw new Error('not started');
    return stack;
  };
}

/** Starts a stack of real processes for one test file. */
export function useOwnStack(options: StackOptions = {}): () => Stack {
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

/** A response of the gateway. */
export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

/**
 * Sends a request, JSON unless the body is text or bytes already.
 * @throws Error if the contract does not list the error of a call
 */
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
  const parsed: unknown = json ? JSON.parse(text) : text;
  const { pathname, search } = new URL(url);
  if (!response.ok && json) assertErrorIsListed(method, `${pathname}${search}`, (parsed as ErrorBody).code);
  return { status: response.status, headers: response.headers, body: parsed };
}

/** Expects an error of the contract with this status and code, which reveals no internals. */
export function expectError(
  { status, body }: Answer,
  expected: number | RegExp,
  code?: string | RegExp,
): void {
  expect(String(status)).toMatch(expected instanceof RegExp ? expected : String(expected));
  expect(body).toEqual(expect.objectContaining({ error: expect.any(String), message: expect.any(String) }));
  const { code: receivedCode, message } = body as ErrorBody;
  expect(receivedCode).toSatisfy(isErrorCode);
  if (code !== undefined) expect(receivedCode).toMatch(code);
  expect(message).not.toMatch(/\bat .*:\d+|select .* from|postgres|grpc|node_modules/i);
}

/** Returns sessions for many requests: each is used `times`, by default until shortly before its limit. */
export function guestPool(url: () => string, times = 90) {
  let player: Player | undefined;
  let left = 0;
  return async (): Promise<Player> => {
    if (!player || left === 0) {
      player = await Player.guest(url());
      left = times;
    }
    left -= 1;
    return player;
  };
}

/** Returns the outcome of an upgrade: a status, or an open socket. */
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

/** Opens a socket that has not authenticated. */
export async function openSocket(player: Player): Promise<WebSocket> {
  const outcome = await upgrade(player.url, { cookie: player.cookie });
  if ('socket' in outcome) return outcome.socket;
  throw new Error(`upgrade rejected: ${outcome.status}`);
}

export const waitForClose = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => socket.once('close', (code) => resolve(code)));

/** Milliseconds until a connection counts as one that the gateway does not close. */
const OPEN_MS = 20_000;

/** Sends bytes by TCP. Returns all that comes back, up to the end of the connection, which the gateway must close. */
export function rawResponse(url: string, bytes: string | Buffer): Promise<{ text: string }> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  return new Promise((resolve) => {
    const late = setTimeout(() => socket.destroy(), OPEN_MS);
    socket.on('data', (data) => (text += String(data)));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(late);
      resolve({ text });
    });
    socket.write(bytes);
  });
}
