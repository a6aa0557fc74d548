import { useTranslation } from 'react-i18next';
import { isText } from '@/lib/i18n/i18n.ts';
import { type Emoji, sendEmoji } from '../model/emojis.ts';
import { ActionPanel } from './ActionPanel.tsx';
import styles from './Online.module.css';

interface EmojiPanelProps {
  emojis: readonly Emoji[];
  /** True while the connection is lost. */
  disabled: boolean;
  onClose: (returnFocus: boolean) => void;
}

/** The owned emojis, to send to the opponent. Their names are later texts. */
export function EmojiPanel({ emojis, disabled, onClose }: EmojiPanelProps) {
  const { t } = useTranslation();

  function nameOf({ id, name, glyph }: Emoji): string {
    const key = `shop.emoji.${id}.name`;
    // An emoji of a newer version keeps the name of the server.
    return isText(key) ? t(key) : name.replace(`${glyph} `, '');
  }

  return (
    <ActionPanel title={t('onlineGame.emoji.title')} className={styles.emojis} onClose={onClose}>
      {emojis.map((emoji) => (
        <button
          key={emoji.id}
          type="button"
          aria-label={nameOf(emoji)}
          title={nameOf(emoji)}
          className={styles.owned}
          disabled={disabled}
          onClick={() => {
            void sendEmoji(emoji.id);
            onClose(true);
          }}
        >
          {emoji.glyph}
        </button>
      ))}
    </ActionPanel>
  );
}
