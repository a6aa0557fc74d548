import { type KeyboardEvent, useId } from 'react';
import { useTranslation } from '@/i18n/i18n.ts';
import { phrases, say } from '../model/chat.ts';
import styles from './Online.module.css';

interface QuickChatProps {
  /** Nothing can be said while the line is down. */
  disabled: boolean;
  onClose: () => void;
}

/** Twelve things to say to an opponent whose language one may not speak. */
export function QuickChat({ disabled, onClose }: QuickChatProps) {
  const { t } = useTranslation();
  const title = useId();
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
  return (
    <section aria-labelledby={title} className={styles.chat}>
      <h2 id={title} className="sr-only">
        {t('online.chat.title')}
      </h2>
      {phrases.map((phrase, index) => (
        <button
          key={phrase}
          type="button"
          className={styles.phrase}
          disabled={disabled}
          // Opened by a press on Chat: the phrases are what comes next.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={index === 0}
          onKeyDown={onKeyDown}
          onClick={() => {
            say(phrase);
            onClose();
          }}
        >
          {t(`online.chat.${phrase}`)}
        </button>
      ))}
    </section>
  );
}
