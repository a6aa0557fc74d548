import { setTimeout as sleep } from 'node:timers/promises';

/** Results of requests at a fixed rate. */
export interface Asked {
  /** Milliseconds from when a request was due until its response was read. */
  times: number[];
  /** Rejected and failed requests by message. */
  failed: Map<string, number>;
  /** Bytes of the last response. */
  bytes: number;
}

/** Sends requests at a fixed rate, independently of the responses. The wait of a late request counts. */
export async function atRate(rate: number, seconds: number, ask: () => Promise<Response>): Promise<Asked> {
  const asked: Asked = { times: [], failed: new Map(), bytes: 0 };
  const began = performance.now();
  const fail = (why: string) => asked.failed.set(why, (asked.failed.get(why) ?? 0) + 1);
  const one = async (due: number): Promise<void> => {
    try {
      const response = await ask();
      const body = await response.arrayBuffer();
      if (!response.ok) return void fail(String(response.status));
      asked.times.push(performance.now() - due);
      asked.bytes = body.byteLength;
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    }
  };
  const all: Promise<void>[] = [];
  for (let n = 0; n < rate * seconds; n += 1) {
    const due = began + (n * 1_000) / rate;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    all.push(one(due));
  }
  await Promise.all(all);
  return asked;
}
