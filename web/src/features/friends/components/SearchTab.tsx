import type { FoundUser } from '@fifteen/contract';
import { SEARCH_NAME_MAX, SEARCH_NAME_MIN } from '@fifteen/domain';
import { useMutation } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import { api } from '@/lib/api.ts';
import type { ApiError } from '@/lib/apiError.ts';
import { avatarOf } from '@/entities/player/player.ts';
import { notifyError } from '@/lib/notifyError.ts';
import { Button } from '@/components/ui/Button.tsx';
import { AvatarButton } from '@/components/ui/AvatarButton.tsx';
import { TextField } from '@/components/ui/TextField.tsx';
import { Name } from '@/components/ui/Name.tsx';
import { FriendRequestButton } from './FriendRequestButton.tsx';

interface SearchTabProps {
  onProfile: (userId: string) => void;
  /** Content under the results. */
  children?: ReactNode;
}

/** Finds players by name, and sends friend requests. */
export function SearchTab({ onProfile, children }: SearchTabProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const search = useMutation({
    mutationFn: (query: string) => api.profile.search({ body: { name: query } }),
    onError: (error: ApiError) => notifyError(error, { status: true }),
  });

  function reject(text: string): void {
    setProblem(text);
    announce(text, 'assertive');
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    const query = name.trim();
    const short = [...query].length < SEARCH_NAME_MIN;
    if (!query) reject(t('friends.search.required'));
    else if (short) reject(t('friends.search.short', { least: SEARCH_NAME_MIN }));
    else search.mutate(query);
  }

  const found = search.data?.users;
  return (
    <div className="-mx-2 flex h-full flex-col gap-4 overflow-y-auto px-2 pbs-1">
      <form role="search" noValidate onSubmit={onSubmit}>
        <TextField
          label={t('friends.search.label')}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={SEARCH_NAME_MAX}
          value={name}
          error={problem}
          onChange={({ target }) => {
            setName(target.value);
            setProblem(undefined);
          }}
          end={
            <Button
              type="submit"
              variant="quiet"
              size="icon"
              aria-label={t('friends.search.action')}
              busy={search.isPending}
            >
              {!search.isPending && <Search aria-hidden size={20} />}
            </Button>
          }
        />
      </form>
      <div role="status" className={found?.length === 0 ? undefined : 'sr-only'}>
        {found && found.length === 0 && (
          <p className="py-4 text-center text-muted">
            {t('friends.search.none', { name: search.variables ?? '' })}
          </p>
        )}
        {found && found.length > 0 && (
          <span className="sr-only">{t('friends.search.found', { count: found.length })}</span>
        )}
      </div>
      {found && found.length > 0 && (
        <ul aria-label={t('friends.search.results')}>
          {found.map((user) => (
            <Found
              key={`${search.submittedAt}-${user.id}`}
              user={user}
              onProfile={() => onProfile(user.id)}
            />
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}

function Found({ user, onProfile }: { user: FoundUser; onProfile: () => void }) {
  const { id, displayName, username, relation } = user;
  return (
    <li className="flex min-h-16 items-center gap-3">
      <AvatarButton {...avatarOf(user)} size={40} onProfile={relation === 'self' ? undefined : onProfile} />
      <span className="grid min-w-0 flex-1 leading-tight">
        <Name name={displayName} className="text-14" />
        <span dir="ltr" className="truncate text-13 text-muted rtl:text-right">
          @{username}
        </span>
      </span>
      <FriendRequestButton userId={id} name={displayName} relation={relation} />
    </li>
  );
}
