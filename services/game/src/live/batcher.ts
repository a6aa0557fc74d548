import { unavailable } from '@fifteen/runtime';

/** Processes items in batches. */
export interface Batcher<In, Out> {
  /**
   * Resolves with the result of the item.
   * @throws SERVICE_UNAVAILABLE at once when too many items wait
   */
  submit(item: In): Promise<Out>;
}

interface Waiting<In, Out> {
  item: In;
  resolve: (result: Out) => void;
  reject: (error: unknown) => void;
}

/**
 * Creates a batcher for group commits: while one batch runs, new items wait for the next one. There is no timer: an idle
 * service processes a single item at once, and a busier service gets larger batches.
 */
export function createBatcher<In, Out>(options: {
  /** Items with the same key never go in the same batch. */
  key: (item: In) => string;
  /** Processes a batch. Returns a result for each item, in their order. */
  run: (items: In[]) => Promise<Out[]>;
  /** Returns whether one item alone may have caused the error. Then each is tried alone, so that only that one fails. */
  isolate: (error: unknown) => boolean;
  /** Maximum number of items in one batch, and of waiting items. */
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
  const runQueue = async (): Promise<void> => {
    running = true;
    while (queue.length > 0) await runBatch(take());
    running = false;
  };
  return {
    submit: (item) =>
      new Promise((resolve, reject) => {
        if (queue.length >= options.waiting) return reject(unavailable('game'));
        queue.push({ item, resolve, reject });
        if (!running) void runQueue();
      }),
  };
}
