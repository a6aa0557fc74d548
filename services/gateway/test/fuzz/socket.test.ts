import { ClientMessage } from '@fifteen/contract';
import { changesBetween, processes, Random, scaled, spoiled, testSeed } from '@fifteen/testkit';
import type { Player } from '@fifteen/testkit/player';
import { StoredRows } from '@fifteen/testkit/stored-rows';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useSharedStack } from '../harness.ts';
import { seatPlayers } from '../room-fixtures.ts';
import { frameOf, NOWHERE, TYPES, type Place } from './frames.ts';
import { mutated } from './mutations.ts';

const stack = useSharedStack();
const seed = testSeed();

/** Of each type: 15 for a commit, 300 at night. */
const PER_TYPE = scaled(15);
/** Frames of one socket: twenty bad ones would close it. */
const PER_SOCKET = 15;
const SLOW_MS = 10_000;

interface Frame {
  text: string;
  /** The socket's schemas reject it. */
  isInvalid: boolean;
}

function frameLike(valid: Record<string, unknown>, random: Random): Frame {
  if (random.isTrue(0.2)) {
    const text = spoiled(Buffer.from(JSON.stringify(valid)), random).toString();
    return { text, isInvalid: !isValid(text) };
  }
  const text = JSON.stringify(mutated(valid, random)) ?? 'undefined';
  return { text, isInvalid: !isValid(text) };
}

function isValid(text: string): boolean {
  try {
    return ClientMessage.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/** Longer frames close the socket by another rule. */
const isSendable = ({ text }: Frame): boolean => Buffer.byteLength(text) < 16_000;

const errorsIn = (player: Player, from: number): string[] =>
  player.received
    .slice(from)
    .flatMap((message) => (message.type.endsWith('error') && 'code' in message ? [message.code] : []));

describe(`random frames (TEST_SEED=${seed})`, () => {
  let before: Awaited<ReturnType<typeof processes>>;
  let seats: Awaited<ReturnType<typeof seatPlayers>>;
  beforeAll(async () => {
    before = await processes(stack());
    seats = await seatPlayers(stack());
  });
  afterAll(() => [seats.owner, seats.guest].forEach((player) => player.close()));

  const place = (): Place => ({
    ...NOWHERE,
    userId: seats.owner.user.id,
    opponentId: seats.guest.user.id,
    roomId: seats.roomId,
    code: seats.room.code,
  });

  /** Sends frames by a new socket. Returns the codes of the errors, once a ping after them is answered. */
  async function errorsOf(frames: readonly Frame[], expected: number): Promise<string[]> {
    const tab = seats.owner.openTab();
    await tab.connect();
    const from = tab.received.length;
    for (const { text } of frames) tab.send(text);
    tab.send({ type: 'ping', timestamp: 7 });
    await tab.waitFor('pong', ({ timestamp }) => timestamp === 7, from, SLOW_MS);
    await expect
      .poll(() => errorsIn(tab, from).length, { timeout: SLOW_MS })
      .toBeGreaterThanOrEqual(expected);
    tab.close();
    return errorsIn(tab, from);
  }

  test.each(TYPES)(
    'like %s get one error each, without effect',
    async (type) => {
      const random = new Random(seed + TYPES.indexOf(type));
      const frames: Frame[] = [];
      while (frames.length < PER_TYPE) {
        const frame = frameLike(frameOf(type, place()), random);
        if (frame.isInvalid && isSendable(frame)) frames.push(frame);
      }
      const stored = new StoredRows(stack(), [seats.roomId, seats.owner.user.id]);
      const rows = await stored.readWhenStable();
      for (let from = 0; from < frames.length; from += PER_SOCKET) {
        const batch = frames.slice(from, from + PER_SOCKET);
        const errors = await errorsOf(batch, batch.length);
        expect(errors.length, batch.map(({ text }) => text.slice(0, 100)).join('\n')).toBe(batch.length);
        expect(errors.filter((code) => /INTERNAL|UNAVAILABLE/.test(code))).toEqual([]);
      }
      expect(await stored.read()).toEqual(rows);
      await stored.close();
    },
    300_000,
  );

  test('left the processes running and no larger', async () => {
    expect(changesBetween(before, await processes(stack()))).toEqual([]);
  });
});
