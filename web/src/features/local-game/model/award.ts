import { AI_WIN_AWARD } from '@fifteen/domain';
import { t } from 'i18next';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { inOneTab } from '@/lib/inOneTab.ts';
import { notifyError } from '@/lib/notifyError.ts';
import { pause } from '@/lib/pause.ts';
import { refreshUser, signedInUserId } from '@/entities/session/session.ts';
import { play } from '@/lib/sound/sound.ts';
import { toast } from '@/lib/toast.ts';
import { pendingAwards, type PendingAward, removeAward } from './pendingAwards.ts';
import { usePaidAward } from './paidAward.ts';
import { useLocalGame } from './store.ts';

/** The longest `retryAfter` to wait for, in seconds: a longer one is that of the daily limit. */
const LONGEST_WAIT = 60;

/** Statuses that reject the session, not the win: signed out, signed in as another player. */
const SESSION_REJECTED = [401, 403];

/** Players whose wins are being claimed, one request at a time. */
const claiming = new Set<string>();
/** Those of them who reported a win since: they expect coins, so failures are shown. */
const expecting = new Set<string>();

/** Whether a player is still signed in: during a claim or a wait, another one may have taken their place. */
const isSignedIn = (userId: string): boolean => signedInUserId() === userId;

/** Whether the server has rejected the win for good. */
const isPermanentError = (error: unknown): boolean =>
  error instanceof ApiError && !error.mayRetry && !SESSION_REJECTED.includes(error.status);

/** Returns the seconds until the same win can be claimed again; null if waiting is useless for now. */
function waitAfter(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 429) return null;
  const { retryAfter } = error.body;
  return retryAfter !== undefined && retryAfter <= LONGEST_WAIT ? Math.max(1, retryAfter) : null;
}

/**
 * Claims the reward for a win against the computer with the whole game, which the server replays
 * (docs/spec/play.md#play-4.2, docs/spec/play.md#play-7.4). The id of the game is the idempotency key: it is paid once.
 * @returns whether to continue, with the next win or after a wait with the same one.
 */
async function claimAward({ userId, game }: PendingAward): Promise<boolean> {
  try {
    await api.coins.award({
      body: { userId, amount: AI_WIN_AWARD, reason: 'ai_win', game },
      idempotencyKey: game.id,
    });
  } catch (error) {
    const wait = waitAfter(error);
    if (wait !== null) {
      await pause(wait * 1_000);
      return true;
    }
    const isRejected = isPermanentError(error);
    if (isRejected) removeAward(game.id);
    if (isSignedIn(userId) && (isRejected || expecting.has(userId))) notifyError(error);
    return isRejected;
  }
  removeAward(game.id);
  if (!isSignedIn(userId)) return false;
  play('coin');
  const { game: shown } = useLocalGame.getState();
  if (shown.id === game.id && shown.phase === 'resultShown') usePaidAward.setState({ gameId: game.id });
  else
    toast({
      title: t('localGame.award.title', { coins: AI_WIN_AWARD }),
      description: t('localGame.award.text'),
      tone: 'coins',
    });
  void refreshUser();
  return true;
}

/**
 * Returns the oldest unpaid win of the signed-in player, undefined for another one. A win that is about to be reported is
 * claimed by its report.
 */
function oldestAward(userId: string): PendingAward | undefined {
  if (!isSignedIn(userId)) return undefined;
  const { game } = useLocalGame.getState();
  const isReported = (id: string) => !(id === game.id && game.phase === 'over');
  return pendingAwards().find((award) => award.userId === userId && isReported(award.game.id));
}

/**
 * Claims unpaid wins one after the other, because the server pays one in 5 s. Failures are stored for later.
 * @param isExpected whether the player has just won, so that a failure is shown
 */
export async function claimAwards(userId: string, isExpected: boolean): Promise<void> {
  if (isExpected) expecting.add(userId);
  if (claiming.has(userId)) return;
  claiming.add(userId);
  try {
    // A win that two tabs claim at once would be paid once, but announced in both.
    await inOneTab(`claim-awards-${userId}`, async () => {
      let award = oldestAward(userId);
      while (award && (await claimAward(award))) award = oldestAward(userId);
    });
  } finally {
    claiming.delete(userId);
    expecting.delete(userId);
  }
}
