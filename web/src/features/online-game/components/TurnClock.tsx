import type { Game } from '@fifteen/contract';
import { TURN_SECONDS } from '@fifteen/domain';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { useNow } from '@/lib/useNow.ts';
import { serverClock } from '@/lib/realtime/serverClock.ts';
import styles from './TurnClock.module.css';

const WARNING_SECONDS = 5;
const FRAME = 250;

/**
 * The seconds left of a turn, by the clock of the server, in the strip of the player to move, and as a bar along it.
 */
export function TurnClock({ game, label }: { game: Game; label: string }) {
  const format = useFormat();
  const now = useNow(FRAME);
  const deadline = serverClock.toLocal(game.serverTime + game.timeRemaining * 1000);
  const left = Math.min(TURN_SECONDS, Math.max(0, (deadline - now) / 1000));
  return (
    <span
      role="timer"
      aria-label={`${label} ${format.clock(Math.ceil(left))}`}
      className={`numeral ${styles.clock}`}
      data-late={left <= WARNING_SECONDS || undefined}
    >
      <span className={styles.numerals}>{format.clock(Math.ceil(left))}</span>
      <span className={styles.bar}>
        <span style={{ transform: `scaleX(${left / TURN_SECONDS})` }} />
      </span>
    </span>
  );
}

/** For how long a player has been offline. */
export function OfflineTimer({ since }: { since: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow(1000);
  return (
    <span className="text-warn">{t('onlineGame.awayFor', { time: format.clock((now - since) / 1000) })}</span>
  );
}
