import { useTranslation } from 'react-i18next';

/** Online or not: a dot, full or hollow, and the word. */
export function Status({ online }: { online: boolean }) {
  const { t } = useTranslation();
  return (
    <span className="flex items-center gap-1.5 text-13 text-muted">
      <span
        aria-hidden
        className={`size-2 shrink-0 rounded-chip border ${online ? 'border-ok bg-ok' : 'border-line'}`}
      />
      {t(online ? 'friends.online' : 'friends.offline')}
    </span>
  );
}
