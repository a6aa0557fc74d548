import { randomUUID } from 'node:crypto';
import { toGameId, type UserId, toUserId } from '@fifteen/domain';
import { ItemKind, StakeState, type Stake } from '@fifteen/proto/economy';
import { isAppError } from '@fifteen/runtime';
import { withRetries } from '@fifteen/testkit';
import { transact, type LedgerContext } from '../src/db/ledger.ts';
import { expireGuestCommand } from '../src/db/wallets.ts';
import { awardAiWin } from '../src/rpc/award-ai-win.ts';
import { buyItem } from '../src/rpc/buy-item.ts';
import { equipItem } from '../src/rpc/equip-item.ts';
import { finishStake } from '../src/rpc/finish-stake.ts';
import { grantItem } from '../src/rpc/grant-item.ts';
import { holdStake } from '../src/rpc/hold-stake.ts';
import { openWallet } from '../src/rpc/open-wallet.ts';
import { payWeeklyReward } from '../src/rpc/pay-weekly-reward.ts';
import { sendGift } from '../src/rpc/send-gift.ts';
import { topUp } from '../src/rpc/top-up.ts';
import { voidStake } from '../src/rpc/void-stake.ts';
import { NEW_ACCOUNT, STYLE, type Command } from './model.ts';

/** The state that the database and the model share. */
export interface Snapshot {
  wallets: Map<string, number>;
  /** `<user> <item>` of all owned items. */
  owned: string[];
  equipped: Map<string, string>;
}

/** Runs commands for users, games and a week of its own, which no other runner on the same database uses. */
interface CommandRunner {
  /** Runs a command. Returns a state, a balance or an error code, in the words of the model. */
  run(command: Command): Promise<string>;
  snapshot(): Promise<Snapshot>;
}

const LONG_AGO = new Date('2026-01-01');
let runners = 0;

export function newRunner(context: LedgerContext): CommandRunner {
  const name = randomUUID().slice(0, 13);
  const week = { year: 2020 + Math.floor(runners / 53), week: (runners % 53) + 1 };
  runners += 1;
  const withPrefix = (id: string): UserId => toUserId(id && `${name}.${id}`);
  const withoutPrefix = (id: string): string => id.slice(name.length + 1);
  return {
    run: (command) =>
      withRetries(() => attempt(command)).catch((error: unknown) => {
        if (isAppError(error)) return error.code;
        throw error;
      }),
    snapshot: async () => ({
      wallets: new Map(
        (
          await rows<{ id: string; balance: number }>(
            'SELECT id, balance FROM account WHERE starts_with(id, $1)',
            'u:',
          )
        ).map(({ id, balance }) => [withoutPrefix(id.slice(2)), balance]),
      ),
      owned: (
        await rows<ItemOfUser>('SELECT user_id AS who, item FROM owned_item WHERE starts_with(user_id, $1)')
      )
        .map(({ who, item }) => `${withoutPrefix(who)} ${item}`)
        .toSorted(),
      equipped: new Map(
        (
          await rows<ItemOfUser>(
            'SELECT user_id AS who, item FROM equipped_item WHERE starts_with(user_id, $1)',
          )
        ).map(({ who, item }) => [withoutPrefix(who), item]),
      ),
    }),
  };

  async function rows<R extends object>(query: string, prefix = ''): Promise<R[]> {
    return (await context.db.query<R & Record<string, unknown>>(query, [`${prefix}${name}.`])).rows;
  }

  async function stake(response: Promise<{ stake: Stake | undefined }>): Promise<string> {
    const { state, winnerId, shortUserIds } = (await response).stake!;
    if (state === StakeState.HELD) return 'held';
    if (state === StakeState.REFUNDED) return 'refunded';
    if (state === StakeState.SETTLED) return `settled ${withoutPrefix(winnerId)}`;
    return `void ${shortUserIds.map(withoutPrefix).join(',')}`;
  }

  async function coins(response: Promise<{ coins: number }>): Promise<string> {
    return String((await response).coins);
  }

  function attempt(command: Command): Promise<string> {
    if ('game' in command) return runGameCommand(command);
    if ('item' in command) return runItemCommand(command);
    return coins(runCoinCommand(command));
  }

  function runGameCommand(command: Extract<Command, { game: string }>): Promise<string> {
    const gameId = toGameId(withPrefix(command.game));
    if (command.type === 'void') return stake(voidStake(context, { gameId }));
    if (command.type === 'finish')
      return stake(finishStake(context, { gameId, winnerId: withPrefix(command.winner) }));
    const [xUserId, oUserId] = [withPrefix(command.x), withPrefix(command.o)];
    return stake(holdStake(context, { gameId, xUserId, oUserId, bet: command.bet }));
  }

  async function runItemCommand(command: Extract<Command, { item: string }>): Promise<string> {
    const { item: itemId } = command;
    const userId = withPrefix(command.user);
    if (command.type === 'equip') {
      const { cosmetics } = await equipItem(context, { userId, kind: ItemKind.PIECE_STYLE, itemId });
      return `equipped ${cosmetics!.pieceStyle}`;
    }
    const kind = itemId === STYLE ? ItemKind.PIECE_STYLE : ItemKind.EMOJI;
    if (command.type === 'grant') {
      await grantItem(context, { userId, kind, itemId, reference: withPrefix(command.reference) });
      return 'granted';
    }
    const bought = await buyItem(context, { userId, kind, itemId, key: command.key });
    return `${bought.ownedBefore ? 'owned' : 'bought'} ${bought.coins}`;
  }

  function runCoinCommand(
    command: Exclude<Command, { game: string } | { item: string }>,
  ): Promise<{ coins: number }> {
    if (command.type === 'gift') {
      const { amount, key } = command;
      const senderVerifiedAt = command.from === NEW_ACCOUNT ? new Date() : LONG_AGO;
      const terms = { senderIsGuest: false, senderVerifiedAt, senderResetAt: undefined, message: 'hi' };
      const [senderId, recipientId] = [withPrefix(command.from), withPrefix(command.to)];
      return sendGift(context, { senderId, recipientId, amount, key, ...terms });
    }
    const userId = withPrefix(command.user);
    switch (command.type) {
      case 'signup':
        return openWallet(context, { userId });
      case 'expire':
        return transact(context, 'expire-guest', expireGuestCommand(userId));
      case 'topUp':
        return topUp(context, { userId, amount: command.amount, reference: withPrefix(command.reference) });
      case 'weeklyReward':
        return payWeeklyReward(context, { ...week, rank: command.rank, userId });
      case 'award': {
        // One win per user: when the next may follow depends on the reward quota, which has its own tests.
        const transcript = { difficulty: 'easy', moves: [1, 2, 6, 7, 11], gameId: 'first' };
        const ip = `10.0.${name.charCodeAt(0)}.${name.charCodeAt(1)}`;
        const request = { userId, reason: '', transcript, ip, key: '' };
        return awardAiWin({ ...context, rateLimitScale: 1_000 }, request);
      }
    }
  }
}

interface ItemOfUser {
  who: string;
  item: string;
}
