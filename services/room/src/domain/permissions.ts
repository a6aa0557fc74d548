import { AppError } from '@fifteen/runtime';

/**
 * Permissions: which action is allowed to which user in which phase of a room. Leaving is always allowed, and changes
 * nothing for a user who is not in the room. Free seats, coins and consent are checked by the actions themselves.
 */
export type Action =
  | 'view'
  /** join as a player */
  | 'join'
  /** join as a spectator */
  | 'spectate'
  | 'start'
  | 'invite'
  | 'requestRematch'
  | 'answerRematch';

/** How a user relates to a room. */
export type Relation =
  | 'owner'
  /** the other player */
  | 'player'
  | 'spectator'
  /** not in the room, with an invitation that is pending or was accepted */
  | 'invited'
  /** not in this public room */
  | 'stranger'
  /** not in this private room and not invited: the room does not exist for them */
  | 'outsider';

/** What happens in a room. */
export type Phase =
  /** no game was played yet */
  | 'waiting'
  /** both players agreed to a game that has not started yet */
  | 'agreed'
  /** a game is running or being started */
  | 'playing'
  /** a game was played and another may follow */
  | 'active'
  | 'closed';

const allowed = 'allowed';
type Verdict =
  | typeof allowed
  | 'ROOM_NOT_FOUND'
  | 'GAME_NOT_FOUND'
  | 'PLAY_AGAIN_NOT_FOUND'
  | 'NOT_ROOM_OWNER'
  | 'NOT_A_PLAYER'
  | 'ALREADY_A_PLAYER'
  | 'GAME_RUNNING'
  | 'CONSENT_MISSING';
/** Verdicts for a room that is waiting, agreed, playing, active. A closed room does not exist for any user. */
type Row = readonly [Verdict, Verdict, Verdict, Verdict];

const COLUMN = { waiting: 0, agreed: 1, playing: 2, active: 3 } as const;
const always = (verdict: Verdict): Row => [verdict, verdict, verdict, verdict];
const anytime = always(allowed);
const notFound = always('ROOM_NOT_FOUND');
const noGame = always('GAME_NOT_FOUND');
const noRematch = always('PLAY_AGAIN_NOT_FOUND');
const notOwner = always('NOT_ROOM_OWNER');
const notPlayer = always('NOT_A_PLAYER');
const isPlayer = always('ALREADY_A_PLAYER');
const rematch: Row = ['GAME_NOT_FOUND', allowed, 'GAME_RUNNING', allowed];

const PERMISSIONS: Record<Action, Record<Relation, Row>> = {
  view: {
    owner: anytime,
    player: anytime,
    spectator: anytime,
    invited: anytime,
    stranger: anytime,
    outsider: notFound,
  },
  join: {
    owner: anytime,
    player: anytime,
    spectator: anytime,
    invited: anytime,
    stranger: anytime,
    outsider: notFound,
  },
  spectate: {
    owner: isPlayer,
    player: isPlayer,
    spectator: anytime,
    invited: anytime,
    stranger: anytime,
    outsider: notFound,
  },
  start: {
    owner: anytime,
    player: ['NOT_ROOM_OWNER', allowed, allowed, 'CONSENT_MISSING'],
    spectator: notOwner,
    invited: notOwner,
    stranger: notOwner,
    outsider: notFound,
  },
  invite: {
    owner: [allowed, allowed, 'GAME_RUNNING', allowed],
    player: notOwner,
    spectator: notOwner,
    invited: notOwner,
    stranger: notOwner,
    outsider: notFound,
  },
  requestRematch: {
    owner: rematch,
    player: rematch,
    spectator: notPlayer,
    invited: notPlayer,
    stranger: notPlayer,
    outsider: noGame,
  },
  answerRematch: {
    owner: anytime,
    player: anytime,
    spectator: noRematch,
    invited: noRematch,
    stranger: noRematch,
    outsider: noRematch,
  },
};

/** What a closed room has none of, by what the action would have needed. */
const CLOSED: Partial<Record<Action, Verdict>> = {
  requestRematch: 'GAME_NOT_FOUND',
  answerRematch: 'PLAY_AGAIN_NOT_FOUND',
};

/** @throws the error of the table, unless the action is allowed */
export function assertAllowed(
  action: Action,
  { relation, phase }: { relation: Relation; phase: Phase },
): void {
  const verdict =
    phase === 'closed' ? (CLOSED[action] ?? 'ROOM_NOT_FOUND') : PERMISSIONS[action][relation][COLUMN[phase]];
  if (verdict !== allowed) throw new AppError(verdict);
}
