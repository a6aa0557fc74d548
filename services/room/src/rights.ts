import { AppError } from '@fifteen/runtime';

/**
 * Who may do what in a room. Anybody may leave a room at any time; leaving one that one is not in changes nothing.
 * Whether there is a free seat, enough coins and the other's consent is no question of rights.
 */
export type Act =
  | 'see'
  /** join as a player */
  | 'sit'
  /** join as a spectator */
  | 'watch'
  | 'start'
  | 'invite'
  /** ask for another game, or answer such a request */
  | 'ask'
  | 'answer';

export type Standing =
  | 'owner'
  /** the other player */
  | 'player'
  | 'spectator'
  /** not in the room, with an invitation that waits or was accepted */
  | 'invited'
  /** somebody who knows a public room */
  | 'stranger'
  /** the same of a private room: for them there is none */
  | 'outsider';

export type Phase =
  /** nothing was played yet */
  | 'waiting'
  /** both agreed to another game, which has not started yet */
  | 'agreed'
  /** a game runs or is being started */
  | 'playing'
  /** a game was played and another may follow */
  | 'active'
  | 'closed';

const yes = 'yes';
type Verdict = typeof yes | keyof typeof REFUSALS;
/** In a room that is waiting, agreed, playing, active. One that is closed is there for nobody. */
type Row = readonly [Verdict, Verdict, Verdict, Verdict];

const REFUSALS = {
  NOT_FOUND: 'Room not found',
  NOT_ROOM_OWNER: 'Only the room owner can do that',
  NOT_A_PLAYER: 'You are not a player in this game',
  CONFLICT: 'You are a player in this room',
  GAME_RUNNING: 'Not while a game is running',
  CONSENT_MISSING: 'The other player has not agreed to this game yet',
} as const;

const COLUMN = { waiting: 0, agreed: 1, playing: 2, active: 3 } as const;
const always = (verdict: Verdict): Row => [verdict, verdict, verdict, verdict];
const everybody = always(yes);
const nobody = always('NOT_FOUND');
const owners = always('NOT_ROOM_OWNER');
const players = always('NOT_A_PLAYER');
const seated = always('CONFLICT');
const again: Row = ['NOT_FOUND', yes, 'GAME_RUNNING', yes];

const RIGHTS: Record<Act, Record<Standing, Row>> = {
  see: {
    owner: everybody,
    player: everybody,
    spectator: everybody,
    invited: everybody,
    stranger: everybody,
    outsider: nobody,
  },
  sit: {
    owner: everybody,
    player: everybody,
    spectator: everybody,
    invited: everybody,
    stranger: everybody,
    outsider: nobody,
  },
  watch: {
    owner: seated,
    player: seated,
    spectator: everybody,
    invited: everybody,
    stranger: everybody,
    outsider: nobody,
  },
  start: {
    owner: everybody,
    player: ['NOT_ROOM_OWNER', yes, yes, 'CONSENT_MISSING'],
    spectator: owners,
    invited: owners,
    stranger: owners,
    outsider: nobody,
  },
  invite: {
    owner: [yes, yes, 'GAME_RUNNING', yes],
    player: owners,
    spectator: owners,
    invited: owners,
    stranger: owners,
    outsider: nobody,
  },
  ask: {
    owner: again,
    player: again,
    spectator: players,
    invited: players,
    stranger: players,
    outsider: nobody,
  },
  answer: {
    owner: everybody,
    player: everybody,
    spectator: nobody,
    invited: nobody,
    stranger: nobody,
    outsider: nobody,
  },
};

/** Refuses what this table does not allow. Errors: those of the table. */
export function assertMay(act: Act, { standing, phase }: { standing: Standing; phase: Phase }): void {
  const verdict = phase === 'closed' ? 'NOT_FOUND' : RIGHTS[act][standing][COLUMN[phase]];
  if (verdict !== yes) throw new AppError(verdict, REFUSALS[verdict]);
}
