import { AI_WIN_REWARD } from '@fifteen/contract/constants';
import { t } from '@/i18n/i18n.ts';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { explainError } from '@/lib/errors.ts';
import { refreshUser } from '@/lib/session.ts';
import { play } from '@/sound/sound.ts';
import { toast } from '@/ui/toast.ts';
import { addAward, pendingAwards, type PendingAward, removeAward } from './pendingAwards.ts';
import { useLocalGame } from './store.ts';

/** Games whose award is being requested, by id. */
const claiming = new Set<string>();

/** Without an answer, or signed out, the award is requested again with the next visit. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && !error.passing && !error.unauthorized && error.status !== 429;

/**
 * Claims the reward for a win against the computer with the whole game, which the server replays (core-of-play 4,
 * wire-protocol "award"). The game's id is the key: however often it is sent, it is paid once.
 */
async function claim({ userId, game }: PendingAward): Promise<void> {
  if (claiming.has(game.id)) return;
  claiming.add(game.id);
  try {
    await api.coins.award({
      body: { userId, amount: AI_WIN_REWARD, reason: 'ai_win', game },
      idempotencyKey: game.id,
    });
    removeAward(game.id);
  } catch (error) {
    if (isFinal(error)) removeAward(game.id);
    const { title, text } = explainError(error);
    toast({ title, description: text, tone: 'error' });
    return;
  } finally {
    claiming.delete(game.id);
  }
  play('coin');
  toast({
    title: t('game.award.title', { coins: AI_WIN_REWARD }),
    description: t('game.award.text'),
    tone: 'coins',
  });
  await refreshUser();
}

/** Claims what an earlier visit could not; a win that is about to be reported is claimed by its report. */
function claimPending(userId: string): void {
  const { game } = useLocalGame.getState();
  for (const award of pendingAwards())
    if (award.userId === userId && !(award.game.id === game.id && game.phase === 'over')) void claim(award);
}

/**
 * Remembers every win against the computer from now on, and claims it when it is reported.
 * @returns stops.
 */
export function startAwards(userId: string): () => void {
  claimPending(userId);
  return useLocalGame.subscribe(({ game }, { game: before }) => {
    const { id, mode, difficulty, state, phase } = game;
    if (phase === before.phase || mode !== 'ai' || state.outcome?.winner !== 'X') return;
    const award = { userId, game: { id, difficulty, moves: [...state.moves] } };
    if (phase === 'over') addAward(award);
    if (phase === 'reported' && before.phase === 'over') {
      addAward(award);
      void claim(award);
    }
  });
}
