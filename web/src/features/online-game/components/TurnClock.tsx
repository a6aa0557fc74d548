import type { Game } from '@fifteen/contract';
import { TURN_SECONDS } from '@fifteen/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { useSecondsSince } from '@/lib/useSecondsSince.ts';
import { serverClock } from '@/lib/realtime/serverClock.ts';
import styles from './TurnClock.module.css';

const WARNING_SECONDS = 5;

/**
 * The seconds left of a turn, by the clock of the server, in the strip of the player to move, and as a bar along it. It
 * renders once a second; between two seconds, the style sheet moves the bar.
 */
export function TurnClock({ game, label }: { game: Game; label: string }) {
  const format = useFormat();
  const deadline = serverClock.toLocal(game.serverTime + game.timeRemaining * 1000);
  // A server can have longer turns: the most time that was ever left is the length of a turn. Rounded, so that a
  // small difference between the clocks of the servers adds no second.
  const [turnSeconds, setTurnSeconds] = useState(TURN_SECONDS);
  const remaining = Math.round(game.timeRemaining);
  if (remaining > turnSeconds) setTurnSeconds(remaining);
  const left = Math.min(turnSeconds, Math.max(0, -useSecondsSince(deadline)));
  return (
    <span
      role="timer"
      aria-label={`${label} ${format.clock(left)}`}
      className={`numeral ${styles.clock}`}
      data-late={left <= WARNING_SECONDS || undefined}
    >
      <span className={styles.numerals}>{format.clock(left)}</span>
      <span className={styles.bar}>
        {/* Where the bar is at the end of this second. */}
        <span style={{ transform: `scaleX(${Math.max(0, left - 1) / turnSeconds})` }} />
      </span>
    </span>
  );
}

/** For how long a player has been offline. */
export function OfflineTimer({ since }: { since: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const seconds = useSecondsSince(since);
  return <span className="text-warn">{t('onlineGame.awayFor', { time: format.clock(seconds) })}</span>;
}
