import { Random } from '@fifteen/testkit';
import { Player } from '@fifteen/testkit/player';
import { sharedStack, type SharedStack } from '@fifteen/testkit/shared-stack';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { Bot } from '../scripts/nemesis/bot.ts';
import { History } from '../scripts/nemesis/history.ts';
import { Table } from '../scripts/nemesis/table.ts';

let stack: SharedStack;
beforeAll(async () => {
  stack = await sharedStack();
});

/** Takes the first of a list and the longest pause, and does what has one of these probabilities. */
class Choices extends Random {
  readonly #done: readonly number[];

  constructor(done: readonly number[]) {
    super(0);
    this.#done = done;
  }

  override isTrue = (probability?: number): boolean => this.#done.includes(probability ?? 1);
  override pick = <T>(list: readonly T[]): T => list[0] as T;
  override int = (below: number): number => below - 1;
}
const [LEAVE, REMATCH] = [0.03, 0.6];

/** Returns three players who play so many games in a room, and do what has one of these probabilities. */
async function openTable(games: number, ...done: number[]) {
  const over = new AbortController();
  const bots: Bot[] = [];
  for (let seat = 0; seat < 3; seat += 1) {
    const urls = [stack.urls[seat % 2] ?? stack.url];
    const bot = new Bot(await Player.guest(stack.url), urls, new Choices(done), new History('/dev/null'));
    void bot.stayConnected(over.signal);
    bots.push(bot);
  }
  onTestFinished(() => {
    over.abort();
    for (const { player } of bots) player.close();
  });
  const [owner, guest, spectator] = bots as [Bot, Bot, Bot];
  const counts: string[] = [];
  const table = new Table([owner, guest, spectator], (what) => {
    counts.push(what);
    if (counts.filter((one) => one === 'friendly games').length === games) over.abort();
  });
  return { owner, guest, counts, play: () => table.play(over.signal) };
}

/** Loses the requests of a player whose path ends so, or only the responses of those that the product receives. */
function lose({ player }: Bot, path: string, received: boolean, before: () => void = () => undefined): void {
  const request = player.request.bind(player);
  vi.spyOn(player, 'request').mockImplementation(async (call) => {
    if (!call.url.endsWith(path)) return request(call);
    before();
    if (received) await request(call).catch(() => undefined);
    return new Promise((_, reject) =>
      call.signal?.addEventListener('abort', () => reject(new Error('lost'))),
    );
  });
}

/** The types of messages that a player receives when the server moves for one. */
const autoPlayed = ({ player }: Bot) =>
  player.received.map(({ type }) => type).filter((type) => /^auto/.test(type));

test('players play a game whose start has no response, and which the owner does not see start', async () => {
  const { owner, guest, counts, play } = await openTable(1);
  lose(owner, '/start-game', true, () => owner.player.drop());
  await play();
  expect(counts).toEqual(['spectated rooms', 'friendly games']);
  expect(autoPlayed(guest)).toEqual([]);
}, 60_000);

test('players look a rematch up that neither of them sees start', async () => {
  const { owner, guest, counts, play } = await openTable(2, REMATCH);
  const accepted = Promise.withResolvers<number>();
  lose(guest, '/respond', true, () => {
    owner.player.drop();
    guest.player.drop();
    accepted.resolve(performance.now());
  });
  const playing = play();
  const acceptedAt = await accepted.promise;
  const { game } = owner.player;
  await expect.poll(() => owner.player.game?.id, { timeout: 30_000 }).not.toBe(game?.id);
  await expect.poll(() => owner.player.game?.moves.length, { timeout: 30_000 }).toBeGreaterThan(0);
  expect(performance.now() - acceptedAt).toBeLessThan(12_000);
  await playing;
  expect(counts).toContain('rematches');
  expect(autoPlayed(guest)).toEqual([]);
}, 60_000);

test('a player whose leave does not arrive plays on', async () => {
  const { owner, guest, counts, play } = await openTable(1, LEAVE);
  lose(guest, '/leave', false);
  await play();
  expect(counts).toContain('left games');
  expect(owner.player.game).toMatchObject({ status: 'finished' });
  expect(autoPlayed(owner)).toEqual([]);
}, 90_000);
