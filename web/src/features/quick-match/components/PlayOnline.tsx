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
  /** Another act comes first: then it is only one of the buttons. */
  quiet?: boolean;
}

/** The one accent action of home: into quick match. In the online mode it has the name that the specification gives it. */
export function PlayOnline({ quiet = false }: PlayOnlineProps) {
  const { t } = useTranslation();
  const id = useId();
  const open = useSearch((store) => store.open);
  const online = useMode(({ mode }) => mode === 'online');
  // A match takes the place of a game on this device.
  const discardFor = useLocalGame((store) => store.discardFor);
  const count = usePushedCount();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-note`}
      className={cx(styles.play, quiet && styles.quiet)}
      onClick={() => discardFor(open)}
    >
      <Swords aria-hidden size={26} strokeWidth={1.75} className="shrink-0" />
      <span className="grid min-w-0">
        <span id={`${id}-name`} className={styles.name}>
          {t(online ? 'matchmaking.find' : 'home.play')}
        </span>
        <span id={`${id}-note`} className={styles.note}>
          {count === null || count < 2 ? t('matchmaking.card') : t('home.online', { count })}
        </span>
      </span>
    </button>
  );
}
