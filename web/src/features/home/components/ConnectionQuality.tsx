import { useTranslation } from 'react-i18next';
import { isOffline, usePresence } from '@/features/presence/index.ts';
import { useFormat } from '@/lib/i18n/format.ts';
import { probe } from '@/lib/realtime/connection.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { useNetwork } from '@/lib/state/network.ts';
import { cx } from '@/components/ui/cx.ts';

const bars = { good: 3, slow: 2, connecting: 1, offline: 0 } as const;
const tones = {
  good: 'text-ok',
  slow: 'text-warn',
  connecting: 'text-warn',
  offline: 'text-danger',
} as const;

/** From this round trip on, a live game feels slow; milliseconds. */
const SLOW_FROM = 400;

/** Returns the quality: whether the user is online, and the round trip to the game server. */
function useQuality(): keyof typeof bars {
  const network = useNetwork((store) => store.quality);
  const isUserOffline = usePresence(isOffline);
  const { status, latency } = useConnectionStatus();
  if (isUserOffline || network === 'offline' || status === 'superseded') return 'offline';
  if (status === 'lost') return 'connecting';
  if (latency === null) return network;
  return latency >= SLOW_FROM ? 'slow' : 'good';
}

/**
 * A word and three bars for the connection, which never rely on colour alone. Hover, focus and touch show the round
 * trip to the game server, measured at that moment.
 */
export function ConnectionQuality() {
  const { t } = useTranslation();
  const format = useFormat();
  const quality = useQuality();
  const latency = useConnectionStatus((connection) => connection.latency);
  const word = t(`home.connection.${quality}`);
  const measure = () => void probe().catch(() => undefined);
  const label =
    latency === null ? word : [word, format.duration(latency, 'millisecond')].join(t('common.comma'));
  return (
    <button
      type="button"
      aria-label={label}
      data-weak={quality === 'good' ? undefined : ''}
      onPointerEnter={measure}
      onFocus={measure}
      className="group relative -my-[8px] -me-[8px] flex min-w-0 items-center gap-1.5 rounded-control py-[8px] pe-[8px] text-13 after:absolute after:inset-s-0 after:-inset-e-6 after:-inset-y-2.5 text-muted"
    >
      <svg
        viewBox="0 0 12 10"
        aria-hidden
        className={`h-2.5 w-3 shrink-0 ${tones[quality]}`}
        fill="currentColor"
      >
        {[0, 1, 2].map((bar) => (
          <rect
            key={bar}
            x={bar * 4.5}
            y={6 - bar * 3}
            width="2.6"
            height={4 + bar * 3}
            rx="1"
            opacity={bar < bars[quality] ? 1 : 0.28}
          />
        ))}
      </svg>
      <span
        className={cx(
          'truncate',
          quality === 'good' && 'max-tablet:hidden',
          latency !== null && 'group-hover:hidden group-focus:hidden',
        )}
      >
        {word}
      </span>
      {latency !== null && (
        <span className="numeral hidden whitespace-nowrap group-hover:inline group-focus:inline">
          {format.duration(latency, 'millisecond', 'short')}
        </span>
      )}
    </button>
  );
}
