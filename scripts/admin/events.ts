import type { Work } from './connect.ts';
import { Misuse, read } from './misuse.ts';

/** Those whose facts others build on. What the rest tells is only news: whoever missed it asks. */
export const REPLAYED = ['game', 'identity'];
/** A page of facts is read and published. */
const LIMIT_MS = 30_000;

/** Has the facts of a service told again, page by page, and prints how many. */
export function replayEvents(args: string[]): Work {
  const { service } = read(args, ['service']).values;
  if (!REPLAYED.includes(service)) throw new Misuse(`--service is one of ${REPLAYED.join(', ')}.`);
  return async ({ outbox }) => {
    const calls = outbox(service);
    let told = 0;
    for (let after = 0; ;) {
      const { facts, last } = await calls.replay({ after }, { limitMs: LIMIT_MS });
      if (facts === 0) break;
      told += facts;
      after = last;
    }
    console.log(`${told} facts of ${service} were told again.`);
    return true;
  };
}
