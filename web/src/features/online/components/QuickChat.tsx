import { useTranslation } from '@/i18n/i18n.ts';
import { phrases, say } from '../model/chat.ts';
import { ActionPanel } from './ActionPanel.tsx';
import styles from './Online.module.css';

interface QuickChatProps {
  /** Nothing can be said while the connection is down. */
  disabled: boolean;
  onClose: (returnFocus: boolean) => void;
}

/** Twelve things to say to an opponent whose language one may not speak. */
export function QuickChat({ disabled, onClose }: QuickChatProps) {
  const { t } = useTranslation();
  return (
    <ActionPanel title={t('online.chat.title')} className={styles.chat} onClose={onClose}>
      {phrases.map((phrase) => (
        <button
          key={phrase}
          type="button"
          className={styles.phrase}
          disabled={disabled}
          onClick={() => {
            say(phrase);
            onClose(true);
          }}
        >
          {t(`online.chat.${phrase}`)}
        </button>
      ))}
    </ActionPanel>
  );
}
