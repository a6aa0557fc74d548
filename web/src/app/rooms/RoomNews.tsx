import type { Role } from '@fifteen/contract';
import { Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { invitedRoom } from '@/features/auth/model/invitation.ts';
import { useOnline } from '@/features/online/model/store.ts';
import { useInvitation } from '@/features/rooms/model/invitations.ts';
import { useDesk } from '@/features/rooms/model/store.ts';
import { withLaterTexts } from '@/i18n/i18n.ts';
import { lazily } from '@/lib/lazily.ts';
import { useRoom } from '@/lib/room.ts';
import { send } from '@/realtime/connection.ts';
import { useMode } from '@/state/mode.ts';
import { entered } from './entered.ts';

const InvitationPopup = lazily(
  async () =>
    (await withLaterTexts(import('@/features/rooms/components/InvitationPopup.tsx'))).InvitationPopup,
);
const LinkDialog = lazily(
  async () => (await withLaterTexts(import('@/features/rooms/components/LinkDialog.tsx'))).LinkDialog,
);

/** What calls somebody into a room: an invitation, or the link that they came by. Never in the middle of a game. */
export function RoomNews() {
  const playing = useOnline((store) => store.table?.phase === 'playing');
  const invitation = useInvitation();
  if (playing) return null;
  return (
    <Suspense>
      {invitation && (
        <InvitationPopup
          key={invitation.id}
          invitation={invitation}
          onEntered={({ room, game }) => {
            if (!room) return;
            entered({ room, game });
            // The call was answered to this browser; its socket has to go in as well.
            send({ type: 'join_room', roomId: room.id });
          }}
        />
      )}
      <InviteLink />
    </Suspense>
  );
}

function InviteLink() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const code = invitedRoom(search);
  const room = useRoom((store) => store.room);
  const joinRoom = useDesk((desk) => desk.joinRoom);
  if (!code || pathname !== '/' || room?.code === code) return null;

  const done = () => void navigate('/', { replace: true });
  function join(role: Role): void {
    if (!code) return;
    done();
    useMode.getState().setMode('online');
    joinRoom(code, role);
  }
  return <LinkDialog code={code} elsewhere={room !== null} onJoin={join} onClose={done} />;
}
