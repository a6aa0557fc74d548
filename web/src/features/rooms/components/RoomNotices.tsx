import type { ParticipantRole, User } from '@fifteen/contract';
import { useEffect, useRef } from 'react';
import { t } from 'i18next';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useLocalGame } from '@/features/local-game/index.ts';
import { useOnlineGame } from '@/features/online-game/index.ts';
import { invitedRoom } from '@/lib/roomLink.ts';
import { dismiss, useInvitation } from '../model/invitations.ts';
import { nextStep, otherPlayer } from '../model/nextStep.ts';
import { roomStatus } from '../model/roomStatus.ts';
import { useRoomRequests } from '../model/store.ts';
import { loadLaterTexts, loadWithLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazyComponent } from '@/lib/lazyComponent.ts';
import { OptionalPart } from '@/lib/OptionalPart.tsx';
import { isSpectator, useParticipants, useRoom } from '@/entities/room/room.ts';
import { send } from '@/lib/realtime/connection.ts';
import { useMode } from '@/lib/state/mode.ts';
import { announce } from '@/lib/a11y/announcer.ts';
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

/** Announces what the next game of the own room waits for, whenever it changes, to a player of the room. */
function useStepAnnouncement(userId: string, playing: boolean): void {
  const room = useRoom((store) => store.room);
  const participants = useParticipants(room);
  const isWaiting = room && !isSpectator(participants, userId) && roomStatus(room, playing) !== 'playing';
  const step = isWaiting ? nextStep(room, room.ownerId === userId, participants) : null;
  const name = room && otherPlayer(room, participants)?.user.displayName;
  const last = useRef(step);
  useEffect(() => {
    const before = last.current;
    last.current = step;
    if (!step || !before || step === before) return;
    const key = step === 'start' ? 'ready' : step;
    void loadLaterTexts().then(() => announce(t(`rooms.start.${key}`, { name })));
  }, [step, name]);
}

/**
 * Dialogs that lead into a room from any page: invitations, invite links, and the creation of a room. Never during a
 * game. Also announces the state of the own room.
 */
export function RoomNotices({ user }: { user: Pick<User, 'id' | 'coins' | 'stakeLimit'> }) {
  const playing = useOnlineGame((store) => store.onlineGame?.phase === 'playing');
  useStepAnnouncement(user.id, playing);
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
