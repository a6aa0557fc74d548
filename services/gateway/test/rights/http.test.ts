import { calls, type Call, type Game } from '@fifteen/contract';
import { createApi, type Api } from '@fifteen/contract/client';
import { ItemKind } from '@fifteen/proto/economy';
import type { SharedStack } from '@fifteen/testkit/shared-stack';
import { StoredRows } from '@fifteen/testkit/stored-rows';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send, useSharedStack, type Answer } from '../harness.ts';
import { useOperator } from '../operator.ts';
import { REQUESTS } from './requests.ts';
import { setScene, type Scene } from './scene.ts';
import { RIGHTS, type Outcome, type Role, type Row } from './table.ts';

const stack = useSharedStack();
const operator = useOperator(stack);

/** A sender of requests, and the role whose column applies. */
interface Caller {
  readonly name: string;
  readonly role: Role;
  readonly api: Api;
}
type Send = (input: object) => Promise<Answer>;

/** Calls that need the game not to have begun, to run, or to be over, in this order; all others come after them. */
const BEFORE = ['rooms.participants', 'rooms.preview', 'rooms.invite', 'rooms.join', 'rooms.startGame'];
const DURING = ['games.get', 'emojis.send', 'games.move'];
const AFTERWARDS = ['playAgain.request', 'playAgain.requests', 'playAgain.respond'];
/** Calls that end what other calls need. */
const LAST = [
  'friends.respond',
  'friends.remove',
  'blocks.unblock',
  'blocks.block',
  'rooms.leave',
  'auth.guest',
  'auth.logout',
];

const STAGED = [...BEFORE, ...DURING, ...AFTERWARDS];
const ALL = Object.entries(calls).flatMap(([group, its]) =>
  Object.keys(its).map((name) => `${group}.${name}`),
);
const ORDER = [...STAGED, ...ALL.filter((name) => ![...STAGED, ...LAST].includes(name)), ...LAST];

const entryOf = <T>(table: object, operation: string): T => {
  const [group = '', name = ''] = operation.split('.');
  return (table as Record<string, Record<string, T>>)[group]![name]!;
};

/** Returns a client that returns every response, and throws for none. */
function clientOf(headers: Record<string, string>): Api {
  return createApi(({ method, url, body }) => send(`${stack().url}${url}`, { method, body, headers }));
}

/** Returns the caller of each role, and one that has registered, but has no session. */
const allCallers = ({ players, registrant }: Scene): Caller[] => [
  ...Object.entries(players).map(([name, { cookie }]) => ({
    ...{ name, role: name as Role, api: clientOf({ cookie }) },
  })),
  { name: 'anonymous', role: 'anonymous', api: clientOf({}) },
  { name: 'registrant', role: 'anonymous', api: clientOf({ cookie: registrant.cookie }) },
];

/** Returns a caller with the token of each service, and one with that of operators. */
const tokensOf = ({ callerEnvs }: SharedStack): Caller[] =>
  Object.entries(callerEnvs).map(([name, { RPC_TOKEN: token = '' }]) => {
    const headers = { 'x-token': token, authorization: `Bearer ${token}`, cookie: `sid=${token}` };
    return { name: `token of ${name}`, role: 'anonymous', api: clientOf(headers) };
  });

describe('every call of the contract answers each role as docs/api/rights.md says', () => {
  let scene: Scene;
  let stored: StoredRows;
  let callers: readonly Caller[];
  let tokens: readonly Caller[];

  beforeAll(async () => {
    scene = await setScene(stack());
    const { owner } = scene.players;
    await operator().grantItem(owner.user.id, ItemKind.EMOJI, 'owl');
    callers = allCallers(scene);
    tokens = tokensOf(stack());
    stored = new StoredRows(
      stack(),
      Object.values(scene.players).map(({ user }) => user.id),
    );
  }, 60_000);
  afterAll(() => stored.close());

  /** Makes a call, and returns its outcome in the terms of the table. */
  async function outcomeOf(operation: string, { role, api }: Caller): Promise<Outcome> {
    const request = entryOf<(at: Scene, by: Role) => object>(REQUESTS, operation);
    const { status, body } = await entryOf<Send>(api, operation)(request(scene, role));
    if (status < 300) {
      remember(operation, body);
      return 'ok';
    }
    return (body as { code: Outcome }).code;
  }

  /** Stores ids of created objects for later calls. */
  function remember(operation: string, body: unknown): void {
    const { game, request } = body as { game?: { id: string }; request?: { id: string } };
    if (operation === 'rooms.startGame' && game) scene.gameId = game.id;
    if (operation === 'playAgain.request' && request) scene.rematchId = request.id;
    if (operation === 'friends.request' && request) scene.friendRequestId = request.id;
  }

  test.each(ORDER)('%s', async (operation) => {
    await prepare(operation, scene);
    const row = entryOf<Row>(RIGHTS, operation);
    const { method } = entryOf<Call>(calls, operation);
    const expected = ({ role }: Caller): Outcome => row[role];
    // A call that treats anonymous callers like the owner has no right that a token could give.
    const senders = row.anonymous === row.owner ? callers : [...callers, ...tokens];
    const changing = senders.filter((by) => expected(by) === 'ok');
    const harmless = senders.filter((by) => expected(by) !== 'ok');
    const reads = method === 'GET' || method === 'HEAD';
    const got = new Map<string, Outcome>();
    const execute = (by: Caller) =>
      outcomeOf(operation, by).then((outcome) =>
        got.set(by.name, outcome === 'ok' && expected(by) === 'no effect' ? 'no effect' : outcome),
      );
    const rowsBefore = reads || harmless.length === 0 ? [] : await stored.readWhenStable();
    await Promise.all(harmless.map(execute));
    if (rowsBefore.length > 0) expect(await stored.read()).toEqual(rowsBefore);
    await Promise.all(changing.map(execute));
    if (operation === 'rooms.join') {
      const { friend, owner } = scene.players;
      const params = { id: scene.room.id };
      await friend.api.rooms.leave({ params });
      // Joining has accepted the friend's invitation.
      const { invitation } = await owner.api.rooms.invite({ params, body: { invitedId: friend.user.id } });
      scene.invitationId = invitation.id;
    }
    expect(Object.fromEntries(got)).toEqual(Object.fromEntries(senders.map((by) => [by.name, expected(by)])));
  });
});

const ANY_ORDER = Array.from({ length: 15 }, (_, index) => index + 1);

/** Brings the scene into the state that a call needs. */
async function prepare(operation: string, scene: Scene): Promise<void> {
  const { owner, opponent } = scene.players;
  if (operation === 'games.move') {
    const game = await owner.api.games.get({ params: { id: scene.gameId } });
    if (game.currentPlayer !== owner.mark(game))
      await opponent.api.games.move({ params: { id: scene.gameId }, body: { position: 4 } });
  }
  if (operation === AFTERWARDS[0]) {
    const free = ({ moves }: Game) => ANY_ORDER.find((at) => !moves.includes(at)) ?? 0;
    await Promise.all([owner, opponent].map((player) => player.playOut(scene.gameId, free)));
  }
  if (operation === 'gifts.seen') scene.giftId = (await owner.api.gifts.unseen())[0]?.id ?? scene.giftId;
}
