import type { ParticipantRole, User } from '@fifteen/contract';
import { Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useLocalGame } from '@/features/local-game/index.ts';
import { useOnlineGame } from '@/features/online-game/index.ts';
import { invitedRoom } from '@/lib/roomLink.ts';
import { useInvitation } from '../model/invitations.ts';
import { useRoomRequests } from '../model/store.ts';
import { loadWithLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazyComponent } from '@/lib/lazyComponent.ts';
import { useRoom } from '@/entities/room/room.ts';
import { send } from '@/lib/realtime/connection.ts';
import { useMode } from '@/lib/state/mode.ts';
import { openRoom } from '../model/openRoom.ts';

const InvitationPopup = lazyComponent(
  async () => (await loadWithLaterTexts(import('./InvitationPopup.tsx'))).InvitationPopup,
);
const CreateRoomDialog = lazyComponent(
  async () => (await loadWithLaterTexts(import('./CreateRoomDialog.tsx'))).CreateRoomDialog,
);
const LinkDialog = lazyComponent(
  async () => (await loadWithLaterTexts(import('./LinkDialog.tsx'))).LinkDialog,
);

/**
 * Dialogs that lead into a room from any page: invitations, invite links, and the creation of a room. Never during a
 * game.
 */
export function RoomNotices({ user }: { user: Pick<User, 'coins' | 'stakeLimit'> }) {
  const playing = useOnlineGame((store) => store.onlineGame?.phase === 'playing');
  const invitation = useInvitation();
  const isCreating = useRoomRequests((store) => store.isCreating);
  if (playing) return null;
  return (
    <Suspense>
      {invitation && (
        <InvitationPopup
          key={invitation.id}
          invitation={invitation}
          onEntered={({ room, game }) => {
            if (!room) return;
            openRoom({ room, game });
            // The HTTP call joined the room; the socket has to join as well.
            send({ type: 'join_room', roomId: room.id });
          }}
        />
      )}
      <InviteLink />
      {isCreating && <CreateRoomDialog user={user} />}
    </Suspense>
  );
}

function InviteLink() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const code = invitedRoom(search);
  const room = useRoom((store) => store.room);
  const joinRoom = useRoomRequests((store) => store.joinRoom);
  const discardFor = useLocalGame((store) => store.discardFor);
  if (!code || pathname !== '/' || room?.code === code) return null;

  const done = () => void navigate('/', { replace: true });
  const join = (role: ParticipantRole) =>
    discardFor(() => {
      done();
      useMode.getState().setMode('online');
      joinRoom(code, role);
    });
  return <LinkDialog code={code} isInOtherRoom={room !== null} onJoin={join} onClose={done} />;
}
