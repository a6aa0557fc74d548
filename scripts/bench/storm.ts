import { setTimeout as sleep } from 'node:timers/promises';

/** Seconds of a closed loop that finds out how much the product carries. */
const CAPACITY_SECONDS = 6;
/** Requests at the same time of the closed loop. */
const CAPACITY_AT_ONCE = 16;

/** Outcome of a request that there was nothing to send with. */
export const NOT_SENT = 'not sent';

/** Requests of one kind, and what became of them. */
export interface Storm {
  /** Requests a second. */
  readonly offered: number;
  /** From the first request until the last response. */
  seconds: number;
  /** Milliseconds from when a request was due until its response, for the accepted ones and for the rejected ones. */
  readonly accepted: number[];
  readonly rejected: number[];
  /** Requests by the status of their response, or by what failed. */
  readonly outcomes: Map<string, number>;
  /** Rejections that say nothing of when to try again. */
  silent: number;
}

/** Sends one request of a kind. Returns undefined when there is nothing to send it with. */
export type SendOne = () => Promise<Response> | undefined;

/** Returns how many requests of a kind are accepted a second when each waits for the one before. */
export async function measureCapacity(send: SendOne): Promise<number> {
  const until = performance.now() + CAPACITY_SECONDS * 1_000;
  let accepted = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < until) {
      const response = await send();
      await response?.arrayBuffer();
      if (response?.ok) accepted += 1;
      else await sleep(50);
    }
  };
  await Promise.all(Array.from({ length: CAPACITY_AT_ONCE }, worker));
  return accepted / CAPACITY_SECONDS;
}

/** Sends requests at a fixed rate, whatever the responses do. A late request counts from when it was due. */
export async function storm(send: SendOne, offered: number, seconds: number): Promise<Storm> {
  const result: Storm = {
    ...{ offered, seconds, accepted: [], rejected: [], outcomes: new Map(), silent: 0 },
  };
  const count = (outcome: string): void =>
    void result.outcomes.set(outcome, (result.outcomes.get(outcome) ?? 0) + 1);
  const one = async (due: number): Promise<void> => {
    const request = send();
    if (!request) return count(NOT_SENT);
    try {
      const response = await request;
      await response.arrayBuffer();
      count(String(response.status));
      (response.ok ? result.accepted : result.rejected).push(performance.now() - due);
      const isBusy = response.status === 429 || response.status === 503;
      if (isBusy && !(Number(response.headers.get('retry-after')) > 0)) result.silent += 1;
    } catch (error) {
      count(
        error instanceof Error
          ? error.cause instanceof Error
            ? error.cause.message
            : error.message
          : 'failed',
      );
    }
  };
  const began = performance.now();
  const all: Promise<void>[] = [];
  for (let n = 0; n < offered * seconds; n += 1) {
    const due = began + (n * 1_000) / offered;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    all.push(one(due));
  }
  await Promise.all(all);
  result.seconds = (performance.now() - began) / 1_000;
  return result;
}
