import { useTranslation } from 'react-i18next';
import { phrases, sendPhrase } from '../model/chat.ts';
import { ActionPanel } from './ActionPanel.tsx';
import styles from './Online.module.css';

interface QuickChatProps {
  /** Nothing can be said while the connection is down. */
  disabled: boolean;
  /** The player owns emojis, or it is not known yet. A player who owns none has no button for them, and reads a hint here. */
  hasEmojis: boolean;
  onClose: (returnFocus: boolean) => void;
}

/** Twelve things to say to an opponent whose language one may not speak. */
export function QuickChat({ disabled, hasEmojis, onClose }: QuickChatProps) {
  const { t } = useTranslation();
  return (
    <ActionPanel title={t('onlineGame.chat.title')} className={styles.chat} onClose={onClose}>
      {phrases.map((phrase) => (
        <button
          key={phrase}
          type="button"
          className={styles.phrase}
          disabled={disabled}
          onClick={() => {
            sendPhrase(phrase);
            onClose(true);
          }}
        >
          {t(`onlineGame.chat.${phrase}`)}
        </button>
      ))}
      {!hasEmojis && (
        <p className="col-span-full px-2 py-1 text-13 text-muted">{t('onlineGame.emoji.none')}</p>
      )}
    </ActionPanel>
  );
}
