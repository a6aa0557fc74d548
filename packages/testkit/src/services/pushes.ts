import { Push } from '@fifteen/proto/events';
import { openNats, type Lifecycle, type Nats, type PushBody } from '@fifteen/runtime';
import type { TestServers } from '../test-servers.ts';
import { log } from './rpc.ts';

/** What services pushed. */
export interface Pushes {
  /** In the order of their arrival. `to` is `user.<id>` or `room.<id>`. */
  readonly all: readonly { readonly to: string; readonly body: PushBody }[];
  /** Returns the pushes of one kind to a user or room. */
  of<K extends PushBody['$case']>(to: string, kind: K): Extract<PushBody, { $case: K }>['value'][];
}

/** Opens a connection to the broker of a test file. */
export const openTestNats = (
  { nats: { url }, namespace }: TestServers<'nats'>,
  lifecycle: Lifecycle,
): Promise<Nats> => openNats({ service: 'test', url, namespace }, { log, lifecycle });

/** Collects all pushes from now on. */
export async function collectPushes({ connection, namespace }: Nats): Promise<Pushes> {
  const all: { to: string; body: PushBody }[] = [];
  const prefix = `${namespace}push.`;
  connection.subscribe(`${prefix}>`, {
    callback: (_, { subject, data }) => {
      const { body } = Push.decode(data);
      if (body) all.push({ to: subject.slice(prefix.length), body });
    },
  });
  await connection.flush();
  return {
    all,
    of: (to, kind) =>
      all.flatMap((push) => (push.to === to && push.body.$case === kind ? [push.body.value as never] : [])),
  };
}
