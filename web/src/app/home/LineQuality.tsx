import { isOffline, usePresence } from '@/features/presence/presence.ts';
import { useTranslation } from '@/i18n/i18n.ts';
import { useLine } from '@/realtime/status.ts';
import { useNetwork } from '@/state/network.ts';

const bars = { good: 3, slow: 2, connecting: 1, offline: 0 } as const;
const tones = {
  good: 'text-ok',
  slow: 'text-warn',
  connecting: 'text-warn',
  offline: 'text-danger',
} as const;

/** From this round trip on, a live game feels slow. */
const SLOW_FROM = 400;

/** How the person shows to others, and how quick the game server answers. */
function useQuality(): keyof typeof bars {
  const network = useNetwork((store) => store.quality);
  const gone = usePresence(isOffline);
  const { status, latency } = useLine();
  if (gone || network === 'offline' || status === 'taken') return 'offline';
  if (status === 'lost') return 'connecting';
  return (latency ?? 0) >= SLOW_FROM ? 'slow' : network;
}

/** A dot, a word and three bars: online or not, and how quick the line is. Never by colour alone. */
export function LineQuality() {
  const { t } = useTranslation();
  const quality = useQuality();
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-12 text-muted">
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
      <span className={quality === 'good' ? 'max-tablet:sr-only' : 'truncate'}>
        {t(`home.line.${quality}`)}
      </span>
    </span>
  );
}
