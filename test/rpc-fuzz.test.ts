import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createFileRegistry, fromBinary, ScalarType, toBinary, type DescMessage } from '@bufbuild/protobuf';
import { reflect, type ReflectMessage } from '@bufbuild/protobuf/reflect';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { toGameId, toUserId } from '@fifteen/domain';
import { status } from '@grpc/grpc-js';
import { PlayRequest, type PlayResponse } from '@fifteen/proto/game';
import { OutboxServiceDefinition } from '@fifteen/proto/outbox';
import {
  connectRpc,
  createLog,
  isAppError,
  Lifecycle,
  type RpcClient,
  type ServiceDescription,
} from '@fifteen/runtime';
import { changesBetween, processes, Random, scaled, spoiled, testSeed } from '@fifteen/testkit';
import { Operator } from '@fifteen/testkit/operator';
import { Player } from '@fifteen/testkit/player';
import { sharedStack, type SharedStack } from '@fifteen/testkit/shared-stack';
import { StoredRows } from '@fifteen/testkit/stored-rows';
import {
  addressVariable,
  serviceNames,
  services,
  streamOwners,
  type Caller,
  type ServiceName,
} from '@fifteen/topology';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptedCallers, descriptionOf } from '../scripts/api-docs/rpc-callers.ts';
import { seatAndStart } from '../services/gateway/test/room-fixtures.ts';

const servers = serviceNames.filter((name) => services[name].serves === 'grpc');
const seed = testSeed();
/** Requests to each RPC: 4 for a commit, 80 at night. */
const PER_RPC = scaled(4);
const TIMEOUT = { limitMs: 60_000 };

const lifecycle = new Lifecycle(createLog('test', 'silent'));
let stack: SharedStack;
let operator: Operator;
let before: Awaited<ReturnType<typeof processes>>;
/** The rows of a player whom no request names. */
let stored: StoredRows;
let rows: readonly string[];
beforeAll(async () => {
  stack = await sharedStack();
  operator = new Operator(stack);
  const player = await Player.guest(stack.url);
  await player.api.rooms.create({ body: { betAmount: 0 } });
  stored = new StoredRows(stack, [player.user.id]);
  rows = await stored.readWhenStable();
  before = await processes(stack);
});
afterAll(() => Promise.all([stored.close(), operator.stop(), lifecycle.stop()]));

type Method = ServiceDescription['methods'][string];

/** The contracts: the generated code does not say which values a field can have. */
const contracts = createFileRegistry(
  fromBinary(
    FileDescriptorSetSchema,
    execFileSync('node_modules/.bin/buf', ['build', '--output', '-#format=binpb'], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      maxBuffer: 64 * 1024 * 1024,
    }),
  ),
);

/** Players, their room and their game, which half of the ids in typed requests name. */
interface Ids {
  readonly users: readonly string[];
  readonly room: string;
  readonly code: string;
  readonly game: string;
}

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
const TEXTS = [
  'u1',
  'owl',
  '00000000-0000-4000-8000-000000000000',
  'a\0b',
  '\u202e',
  'x'.repeat(3_000),
  "'--",
  '',
];

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

/** Returns a text for a field with this name. */
function textFor(name: string, ids: Ids, random: Random): string {
  if (random.isTrue()) return random.pick(TEXTS);
  if (/code/.test(name)) return ids.code;
  if (/room/.test(name)) return ids.room;
  return /game/.test(name) ? ids.game : random.pick(ids.users);
}

/** Returns a value for a field, or for an item of a list. */
function valueFor(
  { name, scalar, message, enum: its }: DescMessage['fields'][number],
  ids: Ids,
  random: Random,
): unknown {
  if (message) return randomMessage(message, ids, random);
  if (its) return random.pick(its.values).number;
  const number = random.pick([0, 1, 2, 53, 5_000, 2 ** 31 - 1]);
  switch (scalar) {
    case ScalarType.STRING:
      return textFor(name, ids, random);
    case ScalarType.BYTES:
      return random.bytes(random.int(200));
    case ScalarType.BOOL:
      return random.isTrue();
    case ScalarType.INT64:
      return BigInt(number);
    default:
      return number;
  }
}

/** Returns a message with values for most of its fields. */
function randomMessage(type: DescMessage, ids: Ids, random: Random): ReflectMessage {
  const message = reflect(type);
  for (const field of type.fields.filter(() => random.isTrue(0.8)))
    if (field.fieldKind === 'list')
      for (let items = random.int(4); items > 0; items -= 1)
        message.get(field).add(valueFor(field, ids, random));
    else message.set(field, valueFor(field, ids, random));
  return message;
}

/** Returns the bytes of a request, of a message that some other proto could describe, or of none. */
function requestBytes(type: DescMessage, ids: Ids, random: Random): Buffer {
  if (random.isTrue(0.1)) return random.bytes(random.int(200));
  const bytes = Buffer.from(
    random.isTrue() ? toBinary(type, randomMessage(type, ids, random).message) : messageBytes(0, random),
  );
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
  Join: Buffer.from([2 << 3, 1]),
  // No event has so high a number.
  Replay: Buffer.from([1 << 3, ...varint(2 ** 31 - 1)]),
};
/** The client takes a defect of the server for an outage. A stream without a response is cancelled. */
const DEFECT = /UNAVAILABLE|INTERNAL|CANCELLED/;
/** A move in a game that does not exist. */
const VALID_MOVE = Buffer.from(
  PlayRequest.encode({
    seq: 1,
    move: { gameId: toGameId('none'), userId: toUserId('u1'), position: 1 },
    traceparent: '',
  }).finish(),
);

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
type Client = RpcClient<ServiceDescription>;

/** Returns a caller's client of a service that takes bytes. */
function clientOf(name: ServiceName, service: ServiceDescription, caller: Caller): Client {
  const address = stack.callerEnvs.gateway[addressVariable(name)] ?? '';
  const token = stack.callerEnvs[caller]['RPC_TOKEN'] ?? '';
  return connectRpc({ name, service: withBytes(service), address, token }, { lifecycle });
}

/** Sends a request. Returns the code of its error, or `ok`. */
function codeOf(client: Client, rpc: string, bytes: Buffer): Promise<string> {
  const calls = client.calls as unknown as Record<
    string,
    (bytes: Buffer, options: typeof TIMEOUT) => Promise<unknown>
  >;
  return calls[rpc]!(bytes, TIMEOUT).then(
    () => 'ok',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );
}

/** Sends a move on a stream, then these bytes, then the move again. Returns the codes of the responses and of the end. */
function streamCodesOf(client: Client, rpc: string, bytes: Buffer): Promise<string> {
  const stream = client.open(rpc);
  const late = setTimeout(() => stream.cancel(), TIMEOUT.limitMs);
  const codes: string[] = [];
  return new Promise((resolve) => {
    stream.on('data', ({ outcome }: PlayResponse) => {
      codes.push(outcome?.$case === 'error' ? outcome.value.code : 'ok');
      if (codes.length === 1) for (const message of [bytes, VALID_MOVE]) stream.write(message);
      if (codes.length === 3) stream.end();
    });
    stream.on('error', () => undefined);
    stream.on('status', ({ code }: { code: status }) => {
      clearTimeout(late);
      resolve([...codes, status[code]].join(' '));
    });
    stream.write(VALID_MOVE);
  });
}

/** Sends random requests to each RPC of a service. Returns those with the wrong outcome. */
async function faultsOf(
  name: ServiceName,
  service: ServiceDescription,
  callerOf: (rpc: string) => Caller,
  random: Random,
): Promise<string[]> {
  const { owner, guest, room, gameId } = await seatAndStart(stack);
  const players = [owner, guest];
  const ids = { users: players.map(({ user }) => user.id), room: room.id, code: room.code, game: gameId };
  const clients = new Map<Caller, Client>();
  const faults: string[] = [];
  for (const [rpc, method] of Object.entries(service.methods)) {
    const caller = callerOf(method.name);
    const client = clients.get(caller) ?? clientOf(name, service, caller);
    clients.set(caller, client);
    const send = method.requestStream ? streamCodesOf : codeOf;
    const type = contracts.getService(service.fullName)?.method[rpc]?.input;
    if (!type) throw new Error(`the contract of ${service.fullName} has no ${rpc}`);
    for (let n = 0; n < PER_RPC; n += 1) {
      const bytes = Buffer.concat([requestBytes(type, ids, random), LAST[method.name] ?? Buffer.alloc(0)]);
      const outcome = await send(client, rpc, bytes);
      if (isDecodable(method, bytes) === DEFECT.test(outcome))
        faults.push(`${rpc}: ${outcome} to ${bytes.toString('hex').slice(0, 400)}`);
    }
  }
  for (const player of players) player.close();
  return faults;
}

describe(`random bytes (TEST_SEED=${seed})`, () => {
  test.each(servers)(
    'sent to every RPC of %s are answered, and change nothing of others',
    async (name) => {
      const random = new Random(seed + servers.indexOf(name));
      const accepted = await acceptedCallers(name);
      const callerOf = (rpc: string) => (accepted.get(rpc)?.[0] ?? '') as Caller;
      expect(await faultsOf(name, await descriptionOf(name), callerOf, random)).toEqual([]);
      expect(await stored.read()).toEqual(rows);
    },
    600_000,
  );

  test.each(streamOwners)(
    'sent to the replay of %s are answered',
    async (name) => {
      const random = new Random(seed + servers.length + servers.indexOf(name));
      expect(await faultsOf(name, OutboxServiceDefinition, () => 'admin', random)).toEqual([]);
    },
    600_000,
  );

  test('left the ledger right, and the processes running and no larger', async () => {
    expect(await operator.violations()).toEqual({});
    expect(changesBetween(before, await processes(stack))).toEqual([]);
  });
});
