import { useTranslation } from 'react-i18next';
import { phrases, sendPhrase } from '../model/chat.ts';
import { ActionPanel } from './ActionPanel.tsx';
import styles from './Online.module.css';

interface QuickChatProps {
  /** True while the connection is lost. */
  disabled: boolean;
  /**
   * Whether the player owns emojis; true while unknown. Without emojis there is no button for them, and a hint here.
   */
  hasEmojis: boolean;
  onClose: (returnFocus: boolean) => void;
}

/** Twelve phrases, which the opponent reads in their own language. */
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
