import { connectRpc, createLog, isAppError, Lifecycle, type ServiceDescription } from '@fifteen/runtime';
import { changesBetween, processes, Random, scaled, spoiled, testSeed } from '@fifteen/testkit';
import { sharedStack, type SharedStack } from '@fifteen/testkit/shared-stack';
import { addressVariable, callersOf, serviceNames, services, type ServiceName } from '@fifteen/topology';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptedCallers, descriptionOf } from '../scripts/api-docs/rpc-callers.ts';

const servers = serviceNames.filter((name) => services[name].serves === 'grpc');
const seed = testSeed();
/** Requests to each RPC: 4 for a commit, 80 at night. */
const PER_RPC = scaled(4);
const TIMEOUT = { limitMs: 60_000 };

const lifecycle = new Lifecycle(createLog('test', 'silent'));
let stack: SharedStack;
let before: Awaited<ReturnType<typeof processes>>;
beforeAll(async () => {
  stack = await sharedStack();
  before = await processes(stack);
});
afterAll(() => lifecycle.stop());

type Method = ServiceDescription['methods'][string];

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
const TEXTS = ['u1', '00000000-0000-4000-8000-000000000000', 'a\0b', '\u202e', 'x'.repeat(3_000), "'--", ''];

/** Returns the bytes of a field with this number: a number, a text, a message, or fixed bytes. */
function field(number: number, depth: number, random: Random): number[] {
  const kind = random.int(depth > 2 ? 3 : 4);
  if (kind === 0) return [...varint(number << 3), ...varint(random.pick([0, 1, 2, 7, 300, 2 ** 31 - 1]))];
  if (kind === 1) return [...varint((number << 3) | 5), ...random.bytes(4)];
  const content = kind === 2 ? [...Buffer.from(random.pick(TEXTS))] : messageBytes(depth + 1, random);
  return [...varint((number << 3) | 2), ...varint(content.length), ...content];
}

function messageBytes(depth: number, random: Random): number[] {
  return Array.from({ length: random.int(6) }, () => field(1 + random.int(8), depth, random)).flat();
}

/** Returns another value of a field with this value. */
function otherValue(value: unknown, random: Random): unknown {
  // The value of an enum, which has no others.
  if (typeof value === 'string' && /^[A-Z]/.test(value)) return value;
  if (typeof value === 'string') return random.pick(TEXTS);
  if (typeof value === 'number') return random.pick([0, 1, 2, 53, 5_000, 2 ** 31 - 1]);
  if (typeof value === 'boolean') return random.isTrue();
  return value;
}

/** Returns the bytes of a request with random fields. */
function typedBytes({ requestType }: Method, random: Random): Buffer {
  const empty = requestType.decode(new Uint8Array()) as object;
  const fields = Object.entries(empty).map(([name, value]) => [name, otherValue(value, random)]);
  return Buffer.from(requestType.encode(Object.fromEntries(fields)).finish());
}

/** Returns the bytes of a request, of a message that some other proto could describe, or of none. */
function requestBytes(method: Method, random: Random): Buffer {
  if (random.isTrue(0.1)) return random.bytes(random.int(200));
  const bytes = random.isTrue() ? typedBytes(method, random) : Buffer.from(messageBytes(0, random));
  return random.isTrue(0.2) ? spoiled(bytes, random) : bytes;
}

function isDecodable({ requestType }: Method, bytes: Buffer): boolean {
  try {
    requestType.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Appended to requests that would otherwise have an effect on other tests: the last value of a field counts. */
const LAST: Readonly<Record<string, Buffer>> = {
  // A bet that is not offered, so that no player enters the queue.
  join: Buffer.from([2 << 3, 1]),
};

/** Returns a service whose requests are bytes. */
const withBytes = (service: ServiceDescription): ServiceDescription => ({
  fullName: service.fullName,
  methods: Object.fromEntries(
    Object.entries(service.methods).map(([name, method]) => [
      name,
      {
        ...method,
        requestType: { ...method.requestType, encode: (bytes: Buffer) => ({ finish: () => bytes }) },
      },
    ]),
  ),
});

/** Returns a caller's client of a service that takes bytes. */
function clientOf(name: ServiceName, service: ServiceDescription, caller: string) {
  const address = stack.callerEnvs.gateway[addressVariable(name)] ?? '';
  const token = stack.callerEnvs[caller as ServiceName]['RPC_TOKEN'] ?? '';
  const client = connectRpc({ name, service: withBytes(service), address, token }, { lifecycle });
  return client.calls as unknown as Record<
    string,
    (bytes: Buffer, options: typeof TIMEOUT) => Promise<unknown>
  >;
}

describe(`random bytes (TEST_SEED=${seed})`, () => {
  test.each(servers)(
    'sent to every RPC of %s are answered',
    async (name) => {
      const random = new Random(seed + servers.indexOf(name));
      const service = await descriptionOf(name);
      const accepted = await acceptedCallers(name);
      const clients = Object.fromEntries(
        callersOf(name).map((caller) => [caller, clientOf(name, service, caller)]),
      );
      const faults: string[] = [];
      for (const [rpc, method] of Object.entries(service.methods)) {
        if (method.requestStream) continue;
        const [caller = ''] = accepted.get(method.name) ?? [];
        for (let n = 0; n < PER_RPC; n += 1) {
          const bytes = Buffer.concat([requestBytes(method, random), LAST[rpc] ?? Buffer.alloc(0)]);
          const outcome = await clients[caller]![rpc]!(bytes, TIMEOUT).then(
            () => 'ok',
            (error: unknown) => (isAppError(error) ? error.code : String(error)),
          );
          // The client takes a defect of the server, or no answer in time, for an outage.
          if (isDecodable(method, bytes) === /UNAVAILABLE|INTERNAL/.test(outcome))
            faults.push(`${rpc}: ${outcome} to ${bytes.toString('hex').slice(0, 400)}`);
        }
      }
      expect(faults).toEqual([]);
    },
    600_000,
  );

  test('left the processes running and no larger', async () => {
    expect(changesBetween(before, await processes(stack))).toEqual([]);
  });
});
