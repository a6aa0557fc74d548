import type { ParticipantRole, User } from '@fifteen/contract';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useLocalGame } from '@/features/local-game/index.ts';
import { useOnlineGame } from '@/features/online-game/index.ts';
import { invitedRoom } from '@/lib/roomLink.ts';
import { dismiss, useInvitation } from '../model/invitations.ts';
import { useRoomRequests } from '../model/store.ts';
import { loadWithLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazyComponent } from '@/lib/lazyComponent.ts';
import { OptionalPart } from '@/lib/OptionalPart.tsx';
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
  const close = useRoomRequests((store) => store.close);
  if (playing) return null;
  return (
    <>
      <OptionalPart subject={invitation?.id} onFailure={() => invitation && dismiss(invitation.id)}>
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
      </OptionalPart>
      <InviteLink />
      <OptionalPart subject={isCreating} onFailure={close}>
        {isCreating && <CreateRoomDialog user={user} />}
      </OptionalPart>
    </>
  );
}

function InviteLink() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const code = invitedRoom(search);
  const room = useRoom((store) => store.room);
  const joinRoom = useRoomRequests((store) => store.joinRoom);
  const discardFor = useLocalGame((store) => store.discardFor);
  if (!code || pathname !== '/') return null;
  // The link of the own room is used up: it must not ask once the player has left the room.
  if (room?.code === code) return <Navigate to="/" replace />;

  const done = () => void navigate('/', { replace: true });
  const join = (role: ParticipantRole) =>
    discardFor(() => {
      done();
      useMode.getState().setMode('online');
      joinRoom(code, role);
    });
  return (
    <OptionalPart subject={code}>
      <LinkDialog code={code} isInOtherRoom={room !== null} onJoin={join} onClose={done} />
    </OptionalPart>
  );
}
