import { unavailable } from '@fifteen/runtime';

/** Work that is done for many at once. */
export interface Batcher<In, Out> {
  /** Answers when it is done. Errors: SERVICE_UNAVAILABLE at once when too much waits already. */
  submit(item: In): Promise<Out>;
}

interface Waiting<In, Out> {
  item: In;
  resolve: (result: Out) => void;
  reject: (error: unknown) => void;
}

/**
 * Group commit: while one batch is under way, what arrives waits and goes together in the next. There is no timer, so
 * a single item on an idle service goes at once, and the busier the service, the larger the batches.
 */
export function createBatcher<In, Out>(options: {
  /** Items with the same key never go in the same batch. */
  key: (item: In) => string;
  /** Does the work; answers a result for each item, in their order. */
  run: (items: In[]) => Promise<Out[]>;
  /** Is this an error that one item alone can cause? Then each is tried by itself, so that only that one fails. */
  isolate: (error: unknown) => boolean;
  /** Items of one batch, and items that may wait. */
  size: number;
  waiting: number;
}): Batcher<In, Out> {
  let queue: Waiting<In, Out>[] = [];
  let running = false;

  const take = (): Waiting<In, Out>[] => {
    const batch = new Map<string, Waiting<In, Out>>();
    const rest: Waiting<In, Out>[] = [];
    for (const entry of queue) {
      const key = options.key(entry.item);
      if (batch.size >= options.size || batch.has(key)) rest.push(entry);
      else batch.set(key, entry);
    }
    queue = rest;
    return [...batch.values()];
  };
  const runBatch = async (batch: Waiting<In, Out>[]): Promise<void> => {
    try {
      const results = await options.run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Out));
    } catch (error) {
      if (batch.length > 1 && options.isolate(error)) for (const entry of batch) await runBatch([entry]);
      else for (const { reject } of batch) reject(error);
    }
  };
  const pump = async (): Promise<void> => {
    running = true;
    while (queue.length > 0) await runBatch(take());
    running = false;
  };
  return {
    submit: (item) =>
      new Promise((resolve, reject) => {
        if (queue.length >= options.waiting) return reject(unavailable('game'));
        queue.push({ item, resolve, reject });
        if (!running) void pump();
      }),
  };
}
