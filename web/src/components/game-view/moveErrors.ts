import type { ErrorCode, RuleViolation } from '@fifteen/domain';
import { t } from 'i18next';
import { toast } from '@/lib/toast.ts';

/** The error codes that have the texts of docs/spec/play.md#play-5.1. */
const codes = {
  'centre-locked': 'POSITION_LOCKED',
  occupied: 'POSITION_OCCUPIED',
  'out-of-board': 'POSITION_OCCUPIED',
  'out-of-turn': 'NOT_YOUR_TURN',
  'not-active': 'GAME_NOT_ACTIVE',
} as const satisfies Record<RuleViolation, ErrorCode>;

/** Shows why a press was no move, until the game ends; `waitingFor`: the name of the player whose turn it is. */
export function explainMoveError(moveError: RuleViolation, waitingFor: string): void {
  const code = codes[moveError];
  const description = t(`errors.codes.${code}`, { player: waitingFor });
  toast({ title: t(`errors.titles.${code}`), description, about: 'board' });
}
