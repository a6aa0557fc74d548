import { streamName, type Nats } from '@fifteen/runtime';
import { streamConsumers, streamOwners } from '@fifteen/topology';

/**
 * Returns how many published events each durable consumer has not acknowledged, by its name and that of the stream.
 * @throws Error when one of the topology's consumers does not exist
 */
export async function readConsumerLag(nats: Nats): Promise<Map<string, number>> {
  const { consumers } = await nats.manager();
  const lag = new Map<string, number>();
  for (const owner of streamOwners)
    for (const name of streamConsumers(owner)) {
      const { num_pending, num_ack_pending } = await consumers.info(streamName(nats, owner), name);
      lag.set(`events of ${owner} for ${name}`, num_pending + num_ack_pending);
    }
  return lag;
}
