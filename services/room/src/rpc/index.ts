import type { RoomServiceDefinition } from '@fifteen/proto/room';
import type { Methods } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { answerInvitation } from './answer-invitation.ts';
import { answerRematch } from './answer-rematch.ts';
import { checkStake } from './check-stake.ts';
import { createMatch } from './create-match.ts';
import { createRoom } from './create-room.ts';
import { getCurrentRoom } from './get-current-room.ts';
import { getMatch } from './get-match.ts';
import { getRoom } from './get-room.ts';
import { inviteUser } from './invite-user.ts';
import { joinRoom } from './join-room.ts';
import { leaveRoom } from './leave-room.ts';
import { listInvitations } from './list-invitations.ts';
import { listRematches } from './list-rematches.ts';
import { requestRematch } from './request-rematch.ts';
import { startGame } from './start-game.ts';

/** Only matchmaking creates matches; users act through the gateway. */
export const methods: Methods<typeof RoomServiceDefinition, AppContext> = {
  createMatch: { callers: ['matchmaking'], handle: createMatch },
  getMatch: { callers: ['matchmaking'], handle: getMatch },
  checkStake: { callers: ['matchmaking'], handle: checkStake },
  getCurrentRoom: { callers: ['gateway'], handle: getCurrentRoom },
  getRoom: { callers: ['gateway'], handle: getRoom },
  leaveRoom: { callers: ['gateway'], handle: leaveRoom },
  createRoom: { callers: ['gateway'], handle: createRoom },
  joinRoom: { callers: ['gateway'], handle: joinRoom },
  startGame: { callers: ['gateway'], handle: startGame },
  inviteUser: { callers: ['gateway'], handle: inviteUser },
  listInvitations: { callers: ['gateway'], handle: listInvitations },
  answerInvitation: { callers: ['gateway'], handle: answerInvitation },
  requestRematch: { callers: ['gateway'], handle: requestRematch },
  answerRematch: { callers: ['gateway'], handle: answerRematch },
  listRematches: { callers: ['gateway'], handle: listRematches },
};
