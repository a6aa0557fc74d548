import type { RuleViolation } from '@fifteen/domain';
import { t } from 'i18next';
import { toast } from '@/lib/toast.ts';

/** Returns why a press was no move, in the words of docs/spec/play.md#play-5.1. */
function textsOf(moveError: RuleViolation, name: string): [title: string, description: string] {
  switch (moveError) {
    case 'centre-locked':
      return [t('gameView.rejected.locked'), t('gameView.rejected.lockedText')];
    case 'occupied':
    case 'out-of-board':
      return [t('gameView.rejected.invalid'), t('gameView.rejected.occupied')];
    case 'out-of-turn':
      return [t('gameView.rejected.turn'), t('gameView.rejected.turnText', { name })];
    case 'not-active':
      return [t('gameView.rejected.inactive'), t('gameView.rejected.inactiveText')];
  }
}

/** Shows why a press was no move, until the game ends; `waitingFor`: the name of the player whose turn it is. */
export function explainMoveError(moveError: RuleViolation, waitingFor: string): void {
  const [title, description] = textsOf(moveError, waitingFor);
  toast({ title, description, about: 'board' });
}
