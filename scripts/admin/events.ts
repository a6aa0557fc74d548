import { streamConsumers, streamOwners } from '@fifteen/topology';
import type { Command } from './connect.ts';
import { UsageError, parseArguments } from './usage-error.ts';

/** Services with durable consumers. Events of the others only have subscribers, which query what they missed. */
export const REPLAYABLE = streamOwners.filter((name) => streamConsumers(name).length > 0);
/** Milliseconds to read and publish one page of events. */
const LIMIT_MS = 30_000;

/** Replays the events of a service, page by page, and prints their number. */
export function replayEvents(args: string[]): Command {
  const { values } = parseArguments(args, ['service']);
  const service = REPLAYABLE.find((name) => name === values.service);
  if (!service) throw new UsageError(`--service is one of ${REPLAYABLE.join(', ')}.`);
  return async ({ outbox }) => {
    const calls = outbox(service);
    let replayed = 0;
    for (let after = 0; ;) {
      const { events, last } = await calls.replay({ after }, { limitMs: LIMIT_MS });
      if (events === 0) break;
      replayed += events;
      after = last;
    }
    console.log(`${replayed} events of ${service} were published again.`);
    return true;
  };
}
