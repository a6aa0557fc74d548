import {
  applyMove,
  fromMoves,
  legalMoves,
  type Position,
  type RuleViolation,
  violationOf,
} from '@fifteen/domain';
import fc from 'fast-check';

/** What a player does; numbers choose among the existing players, rooms and questions. */
export type Command = {
  by: number;
  /** Made by a player who may make it, if there is one, instead of by any player. */
  isValid: boolean;
} & (
  | { act: 'create'; max: 2 | 4; hidden: boolean }
  | { act: 'join'; room: number; role: 'player' | 'spectator' }
  | { act: 'leave' | 'start' | 'enter' | 'chat' | 'emoji' | 'control'; room: number }
  | { act: 'move'; room: number; position: number }
  | { act: 'invite' | 'ask'; room: number; whom: number }
  | { act: 'accept' | 'answer'; question: number; yes: boolean }
  | { act: 'look' | 'away' | 'search' }
  | { act: 'garbage'; frame: string }
);

export interface GameModel {
  id: string;
  x: number;
  o: number;
  moves: number[];
  over: boolean;
}

export interface RoomModel {
  id: string;
  code: string;
  owner: number;
  players: number[];
  watchers: number[];
  max: 2 | 4;
  hidden: boolean;
  /** Players who joined since the last game, and so agree to the next. */
  agreed: Set<number>;
  games: GameModel[];
  phase: 'waiting' | 'playing' | 'active' | 'closed';
}

/** An invitation, or a rematch request. */
export interface QuestionModel {
  id: string;
  kind: 'invitation' | 'rematch';
  by: number;
  of: number;
  room: RoomModel;
  /** The game that the rematch follows. */
  game?: GameModel;
  answer?: 'yes' | 'no' | 'lapsed';
}

const MOVE_ERRORS: Record<RuleViolation, string> = {
  'not-active': 'GAME_NOT_ACTIVE',
  'out-of-board': 'INVALID_MOVE',
  occupied: 'POSITION_OCCUPIED',
  'centre-locked': 'POSITION_LOCKED',
  'out-of-turn': 'NOT_YOUR_TURN',
};

/** The object of a command, and the player who gives it. */
export interface Target {
  by: number;
  room: RoomModel | undefined;
  whom: number;
  position: number;
  question: QuestionModel | undefined;
}

/** The expected rooms and games: which errors a command may get (none: it must succeed), and what it changes. */
export class Model {
  readonly rooms: RoomModel[] = [];
  readonly questions: QuestionModel[] = [];
  readonly #people: number;

  constructor(people: number) {
    this.#people = people;
  }

  /**
   * Returns the target of a command: what its numbers choose among the newest. For a valid command it is a target
   * that a player can act on, and that player, if there are any.
   */
  targetOf(command: Command): Target {
    const { rooms } = this;
    const choice = 'room' in command ? command.room : 7;
    const pick = <T>(list: readonly T[], n: number): T | undefined =>
      list.at(-1 - (n % Math.max(1, list.length)));
    const kind = command.act === 'accept' ? 'invitation' : 'rematch';
    const openQuestions = this.questions.filter((question) => question.kind === kind);
    const target: Target = {
      by: command.by,
      // Sometimes none.
      room: choice === 7 ? undefined : pick(rooms.slice(-4), choice),
      whom: 'whom' in command ? command.whom : command.by,
      position: 'position' in command ? command.position : 0,
      question: 'question' in command ? pick(openQuestions.slice(-4), command.question) : undefined,
    };
    if (!command.isValid) return target;
    // Players in a room mostly stay there, so that games come to an end.
    const idle = Array.from({ length: this.#people }, (_, player) => player).filter(
      (player) => !this.roomOf(player),
    );
    if (['create', 'join', 'leave', 'search'].includes(command.act))
      target.by = pick(idle, target.by) ?? target.by;
    const fitting = (fits: (room: RoomModel) => boolean) => pick(rooms.filter(fits), choice) ?? target.room;
    if (command.act === 'join')
      target.room = fitting(
        (room) => room.phase !== 'closed' && room.players.length < 2 && !isIn(room, target.by),
      );
    if (command.act === 'start')
      target.room = fitting((room) => room.players.length === 2 && room.phase !== 'playing');
    if (command.act === 'move') target.room = fitting((room) => room.phase === 'playing');
    if (command.act === 'ask')
      target.room = fitting((room) => room.players.length === 2 && room.phase === 'active');
    if (['chat', 'emoji', 'control'].includes(command.act))
      target.room = fitting((room) => room.phase === 'playing');
    if (command.act === 'invite' || command.act === 'start') target.by = target.room?.owner ?? target.by;
    const game = target.room?.games.at(-1);
    if (command.act === 'move' && game && !game.over) {
      target.by = game.moves.length % 2 === 0 ? game.x : game.o;
      target.position = pick(legalMoves(fromMoves(game.moves)), target.position) ?? 0;
    }
    if (command.act === 'ask' && game)
      [target.by, target.whom] = target.by % 2 ? [game.x, game.o] : [game.o, game.x];
    if (['chat', 'emoji', 'control'].includes(command.act) && game) target.by = game.x;
    if ('question' in command)
      target.question =
        pick(
          openQuestions.filter(({ answer }) => !answer),
          command.question,
        ) ?? target.question;
    if (command.act === 'accept' || command.act === 'answer') target.by = target.question?.of ?? target.by;
    if (target.by < 0) target.by = command.by;
    return target;
  }

  roomOf(player: number): RoomModel | undefined {
    return this.rooms.find((room) => isIn(room, player));
  }

  /** Whether the player was invited, and has not declined. */
  invited(room: RoomModel, player: number): boolean {
    return this.questions.some(
      (question) =>
        question.kind === 'invitation' &&
        question.room === room &&
        question.of === player &&
        (question.answer ?? 'yes') === 'yes',
    );
  }

  /** Returns the room in which the player is in a running game. */
  busy(player: number): RoomModel | undefined {
    const room = this.roomOf(player);
    return room?.phase === 'playing' && room.players.includes(player) ? room : undefined;
  }

  joinErrors(player: number, room: RoomModel | undefined, role: 'player' | 'spectator'): string[] {
    if (!room || room.phase === 'closed') return ['ROOM_NOT_FOUND'];
    if (room.hidden && !isIn(room, player) && !this.invited(room, player)) return ['ROOM_NOT_FOUND'];
    if (room.players.includes(player)) return role === 'player' ? [] : ['ALREADY_A_PLAYER'];
    const errors: string[] = [];
    const busyRoom = this.busy(player);
    if (busyRoom && busyRoom !== room) errors.push('ALREADY_IN_GAME');
    if (role === 'player' && room.players.length === 2) errors.push('ROOM_FULL');
    if (role === 'spectator' && room.max === 2) errors.push('SPECTATORS_NOT_ALLOWED');
    return errors;
  }

  startErrors(player: number, room: RoomModel): string[] {
    if (room.phase === 'closed') return ['ROOM_NOT_FOUND'];
    if (room.hidden && !isIn(room, player) && !this.invited(room, player)) return ['ROOM_NOT_FOUND'];
    if (!room.players.includes(player)) return ['NOT_ROOM_OWNER'];
    if (room.phase === 'playing') return [];
    if (room.owner !== player) return [room.phase === 'waiting' ? 'NOT_ROOM_OWNER' : 'CONSENT_MISSING'];
    if (room.players.length < 2) return ['ROOM_NOT_READY'];
    return room.players.every((other) => other === player || room.agreed.has(other))
      ? []
      : ['CONSENT_MISSING'];
  }

  moveErrors(player: number, game: GameModel | undefined, position: number): string[] {
    if (!game) return ['GAME_NOT_FOUND'];
    const side = game.x === player ? 'X' : game.o === player ? 'O' : undefined;
    if (!side) return ['NOT_A_PLAYER'];
    if (game.over) return repeats(player, game, position) ? [] : ['GAME_NOT_ACTIVE'];
    if (repeats(player, game, position)) return [];
    const error = violationOf(fromMoves(game.moves), side, position);
    return error ? [MOVE_ERRORS[error]] : [];
  }

  rematchErrors(player: number, of: number, room: RoomModel): string[] {
    const game = room.games.at(-1);
    const outside = room.hidden && !isIn(room, player) && !this.invited(room, player);
    if (!game || room.phase === 'closed' || outside) return ['GAME_NOT_FOUND'];
    if (!room.players.includes(player)) return ['NOT_A_PLAYER'];
    if (room.phase === 'playing') return ['GAME_RUNNING'];
    if (!plays(game, player)) return ['NOT_A_PLAYER'];
    if (of === player || !plays(game, of)) return ['NOT_YOUR_OPPONENT'];
    const openQuestions = this.questions.filter((question) => question.game === game);
    if (openQuestions.some(({ by }) => by === player)) return ['PLAY_AGAIN_EXISTS'];
    return room.players.includes(of) ? [] : ['OPPONENT_LEFT'];
  }

  inviteErrors(player: number, of: number, room: RoomModel): string[] {
    if (room.phase === 'closed') return ['ROOM_NOT_FOUND'];
    if (room.hidden && !isIn(room, player) && !this.invited(room, player)) return ['ROOM_NOT_FOUND'];
    if (room.owner !== player) return ['NOT_ROOM_OWNER'];
    if (room.phase === 'playing') return ['GAME_RUNNING'];
    return isIn(room, of) ? ['ALREADY_IN_ROOM'] : [];
  }

  /** Errors of a response to an invitation or a rematch request. */
  responseErrors(player: number, { of, room, by, answer, kind }: QuestionModel, yes: boolean): string[] {
    if (player !== of || answer === 'lapsed')
      return ['INVITATION_NOT_FOUND', 'PLAY_AGAIN_NOT_FOUND', 'OPPONENT_LEFT'];
    if (answer)
      return answer === (yes ? 'yes' : 'no')
        ? []
        : ['ALREADY_ANSWERED', 'INVITATION_NOT_FOUND', 'PLAY_AGAIN_NOT_FOUND', 'OPPONENT_LEFT'];
    if (kind === 'rematch') return room.players.includes(by) ? [] : ['OPPONENT_LEFT'];
    return yes && !isIn(room, player) ? this.joinErrors(player, room, seatFor(room)) : [];
  }

  join(player: number, room: RoomModel, role: 'player' | 'spectator'): void {
    if (room.players.includes(player)) return;
    this.leave(player, room);
    (role === 'player' ? room.players : room.watchers).push(player);
    if (role === 'player') room.agreed.add(player);
    for (const question of this.questions)
      if (question.room === room && question.kind === 'invitation' && question.of === player)
        question.answer ??= 'yes';
  }

  /** Removes the player from their room, unless it is this one, in which they only change places. */
  leave(player: number, unless?: RoomModel): void {
    const room = this.roomOf(player);
    if (!room) return;
    if (this.busy(player)) this.end(room);
    room.watchers = room.watchers.filter((one) => one !== player);
    if (room === unless) return;
    const played = room.players.includes(player);
    room.players = room.players.filter((one) => one !== player);
    room.agreed.delete(player);
    if (played) this.#lapse(room, 'rematch');
    if (room.players.length === 0) {
      Object.assign(room, { phase: 'closed', watchers: [] });
      this.#lapse(room, 'invitation');
    } else if (room.owner === player) room.owner = room.players[0] ?? -1;
  }

  begin(room: RoomModel, game: GameModel): void {
    Object.assign(room, { phase: 'playing', agreed: new Set<number>() });
    room.games.push(game);
  }

  move(player: number, room: RoomModel, game: GameModel, position: number): void {
    if (repeats(player, game, position)) return;
    const { outcome } = applyMove(fromMoves(game.moves), position as Position);
    game.moves.push(position);
    if (outcome) this.end(room);
  }

  end(room: RoomModel): void {
    room.phase = 'active';
    for (const game of room.games) game.over = true;
  }

  #lapse(room: RoomModel, kind: QuestionModel['kind']): void {
    for (const question of this.questions)
      if (question.room === room && question.kind === kind) question.answer ??= 'lapsed';
  }
}

export const isIn = (room: RoomModel, player: number): boolean =>
  room.players.includes(player) || room.watchers.includes(player);
export const plays = (game: GameModel, player: number): boolean => game.x === player || game.o === player;
/** Returns the role that an invitation to this room gives. */
export const seatFor = (room: RoomModel): 'player' | 'spectator' =>
  room.max === 4 && room.players.length === 2 ? 'spectator' : 'player';

/** Whether this repeats the player's own last move: clients may send it twice. */
function repeats(player: number, { moves, x, o }: GameModel, position: number): boolean {
  const lastMover = moves.length % 2 === 1 ? x : o;
  return moves.at(player === lastMover ? -1 : -2) === position;
}

const GARBAGE = [
  '{',
  '[]',
  'null',
  '{"type":"game_over"}',
  '{"type":"move","gameId":"g"}',
  '{"type":"join_room_request","requestId":"q","code":"A","role":"owner"}',
  '{"type":"create_room","requestId":"q","roomData":[]}',
  '{"type":"leave_room","roomId":"../r"}',
  '{"type":"play_again_response","requestId":"q","response":"maybe"}',
];

/** Generates commands of players; half of them advance a game. */
export function commands(people: number): fc.Arbitrary<Command> {
  const by = fc.nat(people - 1);
  const sender = { by, isValid: fc.constantFrom(true, true, false) };
  const [whom, room, question] = [fc.nat(people - 1), fc.nat(7), fc.nat(7)];
  const role = fc.constantFrom('player', 'player', 'spectator');
  const is = <const A extends Command['act']>(...actions: A[]) => fc.constantFrom(...actions);
  const weighted = (weight: number, arbitrary: fc.Arbitrary<unknown>) => ({
    weight,
    arbitrary: arbitrary as fc.Arbitrary<Command>,
  });
  return fc.oneof(
    weighted(
      2,
      fc.record({
        act: is('create'),
        ...sender,
        max: fc.constantFrom(2, 4, 4),
        hidden: fc.constantFrom(false, false, true),
      }),
    ),
    weighted(14, fc.record({ act: is('join'), ...sender, room, role })),
    weighted(10, fc.record({ act: is('start'), ...sender, room })),
    weighted(24, fc.record({ act: is('move'), ...sender, room, position: fc.integer({ min: 0, max: 16 }) })),
    weighted(8, fc.record({ act: is('leave', 'enter', 'chat', 'emoji', 'control'), ...sender, room })),
    weighted(4, fc.record({ act: is('invite'), ...sender, room, whom })),
    weighted(9, fc.record({ act: is('ask'), ...sender, room, whom })),
    weighted(4, fc.record({ act: is('accept'), ...sender, question, yes: fc.boolean() })),
    weighted(9, fc.record({ act: is('answer'), ...sender, question, yes: fc.boolean() })),
    weighted(5, fc.record({ act: is('look', 'away', 'search'), ...sender })),
    weighted(3, fc.record({ act: is('garbage'), ...sender, frame: fc.constantFrom(...GARBAGE) })),
  );
}
