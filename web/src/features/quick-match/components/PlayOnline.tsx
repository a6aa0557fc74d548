import { Swords } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalGame } from '@/features/local-game/index.ts';
import { usePushedCount } from '@/features/presence/index.ts';
import { cx } from '@/components/ui/cx.ts';
import { useMode } from '@/lib/state/mode.ts';
import { useSearch } from '../model/store.ts';
import styles from './PlayOnline.module.css';

interface PlayOnlineProps {
  /** Another action is more important: render a plain button. */
  quiet?: boolean;
}

/** Opens quick match: the primary action of home. In the online mode it has the name of the specification. */
export function PlayOnline({ quiet = false }: PlayOnlineProps) {
  const { t } = useTranslation();
  const note = useId();
  const open = useSearch((store) => store.open);
  const online = useMode(({ mode }) => mode === 'online');
  // A match replaces a game on this device.
  const discardFor = useLocalGame((store) => store.discardFor);
  const count = usePushedCount();
  return (
    <div className={cx(styles.play, quiet && styles.quiet)}>
      <Swords aria-hidden size={26} strokeWidth={1.75} className="shrink-0" />
      <span className="grid min-w-0">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-describedby={note}
          className={styles.name}
          onClick={() => discardFor(open)}
        >
          {t(online ? 'matchmaking.find' : 'home.play')}
        </button>
        <span id={note} className={styles.note}>
          {count === null || count < 2 ? t('matchmaking.card') : t('home.online', { count })}
        </span>
      </span>
    </div>
  );
}
