import { startConsumer, type ServiceContext } from '@fifteen/runtime';
import { forget } from './departures.ts';
import { News } from './news.ts';

/** Listens to accounts: whoever is no more is nobody's friend. */
export function consumeAccounts(context: ServiceContext): void {
  startConsumer(
    {
      owner: 'identity',
      name: 'social',
      handlers: {
        userDeleted: async (_context, sql, { userId }) => {
          const news = new News();
          await forget(sql, news, userId);
          return () => news.tell(context);
        },
      },
    },
    context,
  );
}
