import { startConsumer, type Nats, type ServiceContext } from '@fifteen/runtime';
import { forget } from './departures.ts';
import { News } from './news.ts';
import type { Parts } from './parts.ts';

/** Listens to accounts: whoever is no more is nobody's friend. */
export function consumeAccounts(parts: Parts, nats: Nats, context: ServiceContext): void {
  startConsumer(
    {
      owner: 'identity',
      name: 'social',
      db: parts.db,
      nats,
      apply: async ({ body }, sql) => {
        if (body?.$case !== 'userDeleted') return undefined;
        const news = new News();
        await forget(sql, news, body.value.userId);
        return () => news.tell(parts);
      },
    },
    context,
  );
}
