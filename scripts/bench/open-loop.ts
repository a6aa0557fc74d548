import { setTimeout as sleep } from 'node:timers/promises';

/** Results of requests at a fixed rate. */
export interface RequestResults {
  /** Milliseconds from when a request was due until its response was read. */
  times: number[];
  /** Rejected and failed requests by message. */
  failed: Map<string, number>;
  /** Bytes of the last response. */
  bytes: number;
}

/** Sends requests at a fixed rate, independently of the responses. The wait of a late request counts. */
export async function sendAtRate(
  rate: number,
  seconds: number,
  request: () => Promise<Response>,
): Promise<RequestResults> {
  const results: RequestResults = { times: [], failed: new Map(), bytes: 0 };
  const began = performance.now();
  const fail = (reason: string) => results.failed.set(reason, (results.failed.get(reason) ?? 0) + 1);
  const send = async (due: number): Promise<void> => {
    try {
      const response = await request();
      const body = await response.arrayBuffer();
      if (!response.ok) return void fail(String(response.status));
      results.times.push(performance.now() - due);
      results.bytes = body.byteLength;
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    }
  };
  const all: Promise<void>[] = [];
  for (let n = 0; n < rate * seconds; n += 1) {
    const due = began + (n * 1_000) / rate;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    all.push(send(due));
  }
  await Promise.all(all);
  return results;
}
