import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from '@/i18n/i18n.ts';
import { type Emoji, sendEmoji } from '../model/emojis.ts';
import styles from './Online.module.css';

interface EmojiPanelProps {
  emojis: readonly Emoji[];
  /** Nothing can be sent while the line is down. */
  disabled: boolean;
  onClose: () => void;
}

/** The owned emojis, to be shown to the opponent. */
export function EmojiPanel({ emojis, disabled, onClose }: EmojiPanelProps) {
  const { t } = useTranslation();
  const title = useId();
  const panel = useRef<HTMLElement>(null);
  // Opened by a press on its button: what is in it comes next.
  useEffect(() => panel.current?.querySelector('button')?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
  return (
    <section ref={panel} aria-labelledby={title} className={styles.emojis}>
      <h2 id={title} className="sr-only">
        {t('online.emoji.title')}
      </h2>
      {emojis.length === 0 && <p className="col-span-2 p-2 text-14 text-muted">{t('online.emoji.none')}</p>}
      {emojis.map(({ id, glyph }) => (
        <button
          key={id}
          type="button"
          className={styles.owned}
          disabled={disabled}
          onKeyDown={onKeyDown}
          onClick={() => {
            void sendEmoji(id);
            onClose();
          }}
        >
          {glyph}
        </button>
      ))}
    </section>
  );
}
