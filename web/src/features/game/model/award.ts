import { AI_WIN_REWARD } from '@fifteen/contract/constants';
import { t } from '@/i18n/i18n.ts';
import { api } from '@/lib/api.ts';
import { explainError } from '@/lib/errors.ts';
import { refreshUser } from '@/lib/session.ts';
import { play } from '@/sound/sound.ts';
import { toast } from '@/ui/toast.ts';
import type { LocalGame } from './localGame.ts';
import { useLocalGame } from './store.ts';

/**
 * Claims the reward for a win against the computer with the whole game, which the server replays (core-of-play 4,
 * wire-protocol "award"). The game's own id is the key: however often it is sent, it is paid once.
 */
async function claim({ id, difficulty, state }: LocalGame, userId: string): Promise<void> {
  try {
    await api.coins.award({
      body: {
        userId,
        amount: AI_WIN_REWARD,
        reason: 'ai_win',
        game: { id, difficulty, moves: [...state.moves] },
      },
      idempotencyKey: id,
    });
  } catch (error) {
    const { title, text } = explainError(error);
    toast({ title, description: text, tone: 'error' });
    return;
  }
  play('coin');
  toast({
    title: t('game.award.title', { coins: AI_WIN_REWARD }),
    description: t('game.award.text'),
    tone: 'coins',
  });
  await refreshUser();
}

/**
 * Claims for every win that is reported from now on.
 * @returns stops.
 */
export function startAwards(userId: string): () => void {
  return useLocalGame.subscribe(({ game }, { game: before }) => {
    const reported = game.phase === 'reported' && before.phase === 'over';
    if (reported && game.mode === 'ai' && game.state.outcome?.winner === 'X') void claim(game, userId);
  });
}
