import { AsyncLocalStorage } from 'node:async_hooks';
import { isAppError, pause, type Lifecycle } from '@fifteen/runtime';
import type { Parts } from './parts.ts';
import { startRound } from './rounds.ts';

/** Seconds shown before the next round (core-of-play, section 9), one a second. */
const SECONDS = [2, 1, 0];
/** By then a countdown is over or the process that counted is dead. */
export const COUNTDOWN_OVER_S = 5;

/** Counts down to rounds that were agreed and starts them. What dies here the sweep takes up. */
export class Countdowns {
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  /** A countdown outlives the call that began it, and its deadline. */
  readonly #outside = AsyncLocalStorage.snapshot();

  constructor({ lifecycle }: { lifecycle: Lifecycle }) {
    lifecycle.onStop('countdowns', async () => {
      this.#stopping.abort();
      await Promise.all(this.#running);
    });
  }

  /** Counts down to a round; `gameId` is the game that was played before it. */
  begin(parts: Parts, round: { roomId: string; round: number; gameId: string }): void {
    this.#run(parts, round.roomId, () => this.#count(parts, round));
  }

  /** Starts a round after `ms`, in which its players see whom they will play. */
  beginAfter(ms: number, parts: Parts, { roomId, round }: { roomId: string; round: number }): void {
    this.#run(parts, roomId, async () => {
      await pause(ms, this.#stopping.signal);
      if (this.#stopping.signal.aborted || !(await isAgreed(parts, roomId, round))) return;
      await startRound(parts, roomId, round);
    });
  }

  #run(parts: Parts, roomId: string, work: () => Promise<void>): void {
    const run = this.#outside(work).catch((error: unknown) => {
      const level = isAppError(error) ? 'info' : 'error';
      parts.log[level]({ err: error, roomId }, 'game start failed after the countdown');
    });
    this.#running.add(run);
    void run.finally(() => this.#running.delete(run));
  }

  async #count(parts: Parts, { roomId, round, gameId }: { roomId: string; round: number; gameId: string }) {
    for (const seconds of SECONDS) {
      if (seconds !== SECONDS[0]) await pause(1_000, this.#stopping.signal);
      if (this.#stopping.signal.aborted || !(await isAgreed(parts, roomId, round))) return;
      parts.push.toRoom(roomId, { $case: 'countdown', value: { roomId, gameId, seconds } });
    }
    await startRound(parts, roomId, round);
  }
}

/** Returns false when a player has left, or another replica has started the round. */
async function isAgreed({ db }: Parts, roomId: string, round: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT 1 FROM round WHERE room_id = $1 AND round = $2 AND status = 'agreed'`,
    [roomId, round],
  );
  return rowCount === 1;
}
