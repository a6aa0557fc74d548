import type { ChatMessage } from '@fifteen/contract';
import { CHAT_MAX, toLine } from '@fifteen/domain';
import { SendHorizontal } from 'lucide-react';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { explainError } from '@/lib/errors.ts';
import type { PlayerSummary } from '@/entities/player/player.ts';
import { useServerNow } from '@/lib/useNow.ts';
import { useLoadError } from '@/lib/useLoadError.ts';
import { Button } from '@/components/ui/Button.tsx';
import { cx } from '@/components/ui/cx.ts';
import { Loading } from '@/components/ui/Loading.tsx';
import { useHistory } from '../model/history.ts';
import { chats, useChats } from '../model/store.ts';
import styles from './Chat.module.css';

interface ConversationProps {
  player: PlayerSummary;
  /** Called when unread messages are visible. */
  onRead: (userId: string) => void;
}

/** The messages with a friend, and the field for the next one. */
export function Conversation({ player, onRead }: ConversationProps) {
  const { id, displayName: name } = player;
  const history = useHistory(id);
  const { messages } = history;
  const lastReceivedId = messages.findLast(({ fromMe }) => !fromMe)?.id;
  useEffect(() => {
    if (lastReceivedId) onRead(id);
  }, [id, lastReceivedId, onRead]);
  return (
    <>
      <Messages name={name} userId={id} history={history} />
      <WriteLine userId={id} name={name} />
    </>
  );
}

interface MessagesProps {
  name: string;
  userId: string;
  history: ReturnType<typeof useHistory>;
}

function Messages({ name, userId, history }: MessagesProps) {
  const { t } = useTranslation();
  const sending = useChats((store) => store.sending[userId]) ?? [];
  const now = useServerNow(30_000);
  const { messages, isPending, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } =
    history;
  const error = useLoadError(history);
  return (
    <div
      role="log"
      aria-live="off"
      aria-label={t('chat.messages', { name })}
      // It scrolls without focusable content, so it must be focusable itself.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={styles.messages}
    >
      <div className="grid gap-1 py-3">
        {hasNextPage && (
          <Button
            variant="quiet"
            className="mbe-2 justify-self-center text-muted"
            busy={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t('chat.older')}
          </Button>
        )}
        {isPending && !error && <Loading className="my-8 text-14" />}
        {error && (
          <div role="alert" className="grid justify-items-center gap-2 py-4 text-center text-14">
            <p>{t('chat.notLoaded')}</p>
            <p className="text-muted">{explainError(error).text}</p>
            <Button busy={isFetching} onClick={() => void refetch()}>
              {t('app.error.retry')}
            </Button>
          </div>
        )}
        {!isPending && !error && messages.length === 0 && sending.length === 0 && (
          <p className="py-8 text-center text-14 text-muted">{t('chat.empty', { name })}</p>
        )}
        {messages.map((message, index) => (
          <Bubble key={message.id} message={message} next={messages[index + 1]} now={now} />
        ))}
        {sending.map(({ key, text }) => (
          <p key={key} dir="auto" className={cx(styles.bubble, styles.mine, styles.sending)}>
            {text}
          </p>
        ))}
      </div>
    </div>
  );
}

/** Messages of one user within this time form a group with one timestamp; milliseconds. */
const GROUPING_MS = 5 * 60_000;

interface BubbleProps {
  message: ChatMessage;
  next?: ChatMessage;
  /** The time by the server's clock, of which the list has one for all bubbles; milliseconds. */
  now: number;
}

function Bubble({ message, next, now }: BubbleProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { fromMe, senderDisplayName, timestamp } = message;
  const isContinued = next?.fromMe === fromMe && next.timestamp - timestamp < GROUPING_MS;
  return (
    <div
      className={cx('grid', fromMe ? 'justify-items-end' : 'justify-items-start', !isContinued && 'mbe-2')}
    >
      <p className={cx(styles.bubble, fromMe ? styles.mine : styles.theirs)}>
        <span className="sr-only">{fromMe ? t('chat.you') : senderDisplayName}: </span>
        <bdi>{message.message}</bdi>
      </p>
      {!isContinued && (
        <time dateTime={new Date(timestamp).toISOString()} className="mbs-1 px-1 text-13 text-muted">
          {format.ago(new Date(timestamp), new Date(Math.max(timestamp, now)))}
        </time>
      )}
    </div>
  );
}

/** The field for a message. A failed message before a typed one, or NFC, can make a draft too long. */
function WriteLine({ userId, name }: { userId: string; name: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const note = useId();
  const draft = useChats((store) => store.drafts[userId]) ?? '';
  const { length } = toLine(draft);
  const isTooLong = length > CHAT_MAX;
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void chats.send(userId);
      }}
    >
      <div className="grid min-w-0 flex-1 gap-1">
        <input
          // Chats open to write.
          data-autofocus
          aria-label={t('chat.write', { name })}
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? note : undefined}
          placeholder={t('chat.placeholder')}
          enterKeyHint="send"
          autoComplete="off"
          maxLength={CHAT_MAX}
          dir="auto"
          value={draft}
          onChange={({ target }) => chats.setDraft(userId, target.value)}
          // Enter sends, Shift+Enter does not (docs/spec/around-play.md#around-5.2).
          onKeyDown={(event) => event.key === 'Enter' && event.shiftKey && event.preventDefault()}
          className={cx(
            'min-h-11 w-full min-w-0 rounded-control border bg-bg px-3 text-16 text-text placeholder:text-muted',
            isTooLong ? 'border-danger' : 'border-line',
          )}
        />
        {isTooLong && (
          <p id={note} role="status" className="px-3 text-13 text-danger">
            {format.number(length)}/{format.number(CHAT_MAX)}
          </p>
        )}
      </div>
      <Button
        type="submit"
        variant="primary"
        size="icon"
        aria-label={t('chat.send')}
        disabled={length === 0 || isTooLong}
      >
        <SendHorizontal aria-hidden size={20} className="rtl:-scale-x-100" />
      </Button>
    </form>
  );
}
