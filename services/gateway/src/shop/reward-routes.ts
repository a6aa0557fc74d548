import type { Reward } from '@fifteen/contract';
import { ItemKind, type Reward as EconomyReward } from '@fifteen/proto/economy';
import type { Clients } from '../clients/clients.ts';
import type { Limits } from '../edge/limits.ts';
import type { RouteHandlers } from '../edge/route-handlers.ts';
import { withOpenWallet } from './missing-wallet.ts';

interface Deps {
  clients: Pick<Clients, 'economy'>;
  limits: Limits;
}

const KINDS: Readonly<Partial<Record<ItemKind, Reward['items'][number]['kind']>>> = {
  [ItemKind.PIECE_STYLE]: 'style',
  [ItemKind.EMOJI]: 'emoji',
  [ItemKind.FRAME]: 'frame',
};

/** Returns a reward as clients see it; items of a kind that this version does not know are left out. */
export const toReward = ({ type, items, earnedAt }: EconomyReward): Reward => ({
  id: type,
  items: items.flatMap(({ kind, id, name, description, emoji }) => {
    const known = KINDS[kind];
    return known ? [{ kind: known, id, name, description, ...emoji }] : [];
  }),
  earnedAt: earnedAt?.toISOString() ?? null,
});

/** Items that are earned. The economy grants them once. */
export const rewardRoutes = ({ clients: { economy }, limits }: Deps): RouteHandlers<'rewards'> => ({
  list: async ({ caller: { userId } }) => (await economy.listRewards({ userId })).rewards.map(toReward),
  claim: async ({ caller: { userId }, body: { reward: type } }) => {
    await limits.action('reward', userId);
    const { reward, earnedNow } = await withOpenWallet(economy.earnReward({ userId, type }));
    return { reward: toReward(reward), earnedNow };
  },
});
