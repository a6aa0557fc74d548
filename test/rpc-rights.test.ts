import { withLongTimeout } from '@fifteen/testkit';
import { OutboxServiceDefinition } from '@fifteen/proto/outbox';
import { connectRpc, createLog, isAppError, Lifecycle, type ServiceDescription } from '@fifteen/runtime';
import { Player } from '@fifteen/testkit/player';
import { sharedStack, type SharedStack } from '@fifteen/testkit/shared-stack';
import {
  addressVariable,
  serviceNames,
  services,
  streamOwners,
  type Caller,
  type ServiceName,
} from '@fifteen/topology';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptedCallers, descriptionOf } from '../scripts/api-docs/rpc-callers.ts';

const servers = serviceNames.filter((name) => services[name].serves === 'grpc');
/** A caller that no service knows. */
const UNKNOWN = 'unknown';
type Sender = Caller | typeof UNKNOWN;
const SENDERS: readonly Sender[] = [...serviceNames, 'admin', UNKNOWN];

/** Requests of RPCs for which an empty one has an effect, or gets the same error as an unknown caller. */
const requests: Record<string, object> = {
  // Any offered bet would enter the queue.
  join: { bet: 1 },
  // No event has such an id.
  replay: { after: Number.MAX_SAFE_INTEGER },
};

const lifecycle = new Lifecycle(createLog('test', 'silent'));
let stack: SharedStack;
beforeAll(async () => {
  stack = await sharedStack();
  const { cookie } = await Player.guest(stack.url);
  requests['authenticate'] = { token: /sid=([^;]+)/.exec(cookie)?.[1] };
});
afterAll(() => lifecycle.stop());

/** Returns a client of a service with the token of a caller. */
function clientOf(name: ServiceName, service: ServiceDescription, sender: Sender) {
  const address = stack.callerEnvs.gateway[addressVariable(name)] ?? '';
  const token = sender === UNKNOWN ? 'a token of nobody' : (stack.callerEnvs[sender]['RPC_TOKEN'] ?? '');
  return connectRpc({ name, service, address, token }, { lifecycle });
}
type Client = ReturnType<typeof clientOf>;

const decision = (error: unknown): string =>
  isAppError(error, 'FORBIDDEN') || isAppError(error, 'UNAUTHORIZED') ? error.code : 'accepted';

/** Returns whether an RPC accepts the caller, and otherwise the code of its error. */
async function tried(client: Client, service: ServiceDescription, rpc: string): Promise<string> {
  const method = service.methods[rpc];
  if (!method) throw new Error(`no RPC ${rpc}`);
  if (method.requestStream) return triedStream(client, rpc);
  const empty = method.requestType.decode(new Uint8Array()) as object;
  const call = (withLongTimeout(client.calls) as Record<string, (request: object) => Promise<unknown>>)[rpc];
  if (!call) throw new Error(`no unary RPC ${rpc}`);
  return call({ ...empty, ...requests[rpc] }).then(() => 'accepted', decision);
}

const STREAM_CODES: Readonly<Record<number, string>> = { 7: 'FORBIDDEN', 16: 'UNAUTHORIZED' };

function triedStream(client: Client, rpc: string): Promise<string> {
  const stream = client.open(rpc);
  return new Promise((resolve) => {
    stream.on('error', ({ code }: Error & { code?: number }) =>
      resolve(STREAM_CODES[code ?? 0] ?? 'accepted'),
    );
    stream.on('end', () => resolve('accepted'));
    stream.resume();
    stream.end();
  });
}

const expectedFor = (sender: Sender, known: readonly Sender[], callers: readonly string[]): string => {
  if (callers.includes(sender)) return 'accepted';
  return known.includes(sender) ? 'FORBIDDEN' : 'UNAUTHORIZED';
};

/** Returns the senders whose tokens a service knows. */
const knownBy = (accepted: ReadonlyMap<string, readonly string[]>) =>
  [...new Set([...accepted.values()].flat())] as Sender[];

test.each(servers)(
  '%s accepts the callers of docs/api/rights.md for each RPC, and no others',
  async (name) => {
    const service = await descriptionOf(name);
    const accepted = await acceptedCallers(name);
    const names = Object.entries(service.methods);
    await Promise.all(
      SENDERS.map(async (sender) => {
        const client = clientOf(name, service, sender);
        for (const [rpc, { name: inProto }] of names) {
          const expected = expectedFor(sender, knownBy(accepted), accepted.get(inProto) ?? []);
          expect([inProto, sender, await tried(client, service, rpc)]).toEqual([inProto, sender, expected]);
        }
      }),
    );
  },
);

test.each(streamOwners)('%s lets only operators replay its events', async (name) => {
  const known = knownBy(await acceptedCallers(name));
  for (const sender of SENDERS) {
    const client = clientOf(name, OutboxServiceDefinition, sender);
    const outcome = await tried(client, OutboxServiceDefinition, 'replay');
    expect([sender, outcome]).toEqual([sender, expectedFor(sender, known, ['admin'])]);
  }
});
