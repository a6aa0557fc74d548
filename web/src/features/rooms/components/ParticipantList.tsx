import type { Participant, Room } from '@fifteen/contract';
import { BOT_PREFIX } from '@fifteen/domain';
import { Crown, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { avatarOf } from '@/entities/player/player.ts';
import { useServerNow } from '@/lib/useNow.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { AvatarButton } from '@/components/ui/AvatarButton.tsx';
import { Name } from '@/components/ui/Name.tsx';

/** Update interval of "away since"; milliseconds. */
const MINUTE = 60_000;

interface PeopleListProps {
  room: Room;
  me: string;
  participants: readonly Participant[];
}

/** Players and spectators. Free seats are listed, too. */
export function ParticipantList({ room, me, participants }: PeopleListProps) {
  const { t } = useTranslation();
  const players = participants.filter(({ role }) => role === 'player');
  const spectators = participants.filter(({ role }) => role === 'spectator');
  return (
    <div className="grid gap-4">
      <section aria-labelledby="room-players">
        <h3 id="room-players" className="text-13 font-semibold text-muted">
          {t('rooms.people.players')}
        </h3>
        <ul className="mbs-1">
          {players.map((one) => (
            <ParticipantRow key={one.userId} one={one} me={me} owner={one.userId === room.ownerId} />
          ))}
          {players.length < 2 && (
            <li className="flex min-h-11 items-center gap-3 text-14 text-muted">
              <span className="grid size-8 place-items-center rounded-chip border border-dashed border-line">
                <UserRound aria-hidden size={16} />
              </span>
              {t('rooms.people.free')}
            </li>
          )}
        </ul>
      </section>
      {room.maxPlayers > 2 && (
        <section aria-labelledby="room-spectators">
          <h3 id="room-spectators" className="text-13 font-semibold text-muted">
            {t('rooms.people.spectators', { count: spectators.length })}
          </h3>
          <ul className="-mx-1 max-h-56 overflow-y-auto px-1">
            {spectators.map((one) => (
              <ParticipantRow key={one.userId} one={one} me={me} owner={one.userId === room.ownerId} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function ParticipantRow({ one, me, owner }: { one: Participant; me: string; owner: boolean }) {
  const { t } = useTranslation();
  const { user, userId } = one;
  const open = usePlayerCard((store) => store.open);
  const since = one.awaySince ? Date.parse(one.awaySince) : null;
  return (
    <li className="flex min-h-11 items-center gap-3">
      <AvatarButton
        {...avatarOf(user)}
        size={32}
        className={since === null ? undefined : 'opacity-50'}
        onProfile={userId.startsWith(BOT_PREFIX) ? undefined : () => open(userId)}
      />
      <span className="grid min-w-0 flex-1 leading-tight">
        <Name name={user.displayName} className="text-14" />
        {since !== null && <AwaySince since={since} />}
      </span>
      {userId === me && <span className="text-13 text-muted">{t('rooms.people.you')}</span>}
      {owner && (
        <span role="img" aria-label={t('rooms.people.owner')} title={t('rooms.people.owner')}>
          <Crown aria-hidden size={16} className="text-warn" />
        </span>
      )}
    </li>
  );
}

function AwaySince({ since }: { since: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = Math.max(since, useServerNow(MINUTE));
  return (
    <span className="text-13 text-warn">
      {t('rooms.people.away', { since: format.ago(new Date(since), new Date(now)) })}
    </span>
  );
}
