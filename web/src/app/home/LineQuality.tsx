import { useTranslation } from 'react-i18next';
import { useNetwork } from '@/state/network.ts';

const bars = { good: 3, slow: 2, offline: 0 } as const;
const tones = { good: 'text-ok', slow: 'text-warn', offline: 'text-danger' } as const;

/** A dot, a word and three bars: online or not, and how quick the line is. Never by colour alone. */
export function LineQuality() {
  const { t } = useTranslation();
  const quality = useNetwork((store) => store.quality);
  return (
    <span className="flex items-center gap-1.5 text-12 text-muted">
      <svg viewBox="0 0 12 10" aria-hidden className={`h-2.5 w-3 ${tones[quality]}`} fill="currentColor">
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
      <span className={quality === 'good' ? 'max-tablet:sr-only' : undefined}>{t(`home.line.${quality}`)}</span>
    </span>
  );
}
