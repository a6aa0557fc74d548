import { ServerMessage } from '@fifteen/contract';
import { scaled, testSeed } from '@fifteen/testkit';
import { withQuickMatchAlone } from '@fifteen/testkit/shared-stack';
import type { Player } from '@fifteen/testkit/player';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { useSharedStack } from './harness.ts';
import {
  commands,
  isIn,
  Model,
  plays,
  seatFor,
  type Target,
  type Command,
  type RoomModel,
} from './protocol-model.ts';
import { connectGuest } from './room-fixtures.ts';

const stack = useSharedStack();

const PEOPLE = 5;
const SEQUENCES = scaled(8);
/** Further sequences, run if the first ones missed an important outcome: the server draws who moves first. */
const MORE = 12;
const STEPS = 140;
const SEED = testSeed();
/** Limits per player and minute; above them, TOO_MANY_REQUESTS is expected. */
const LIMITS: Partial<Record<Command['act'], number>> = { create: 5, join: 10, ask: 10, search: 6 };

type Answer = { type: string; [field: string]: unknown };
/** The message or body of a success, or the code of an error. */
type Outcome = { done: Answer } | { code: string };

/** Outcomes of all sequences. */
const seen = new Set<string>();

/** Real players on two gateways, and the model of their expected state. */
class ProtocolHarness {
  readonly model = new Model(PEOPLE);
  readonly #people: Player[];
  readonly #counts = new Map<string, number>();

  constructor(people: Player[]) {
    this.#people = people;
  }

  person(index: number): Player {
    const player = this.#people[index];
    if (!player) throw new Error(`no player ${index}`);
    return player;
  }

  /** Runs one command, and compares its outcome and the state after it with the model. */
  async step(command: Command): Promise<void> {
    const aim = this.model.targetOf(command);
    const count = `${aim.by} ${command.act}`;
    const times = (this.#counts.get(count) ?? 0) + 1;
    this.#counts.set(count, times);
    const { expectedErrors, done, outcome } = await this.#do(command, aim);
    seen.add(`${command.act} ${'code' in outcome ? outcome.code : 'done'}`);
    if ('code' in outcome) {
      if (outcome.code === 'TOO_MANY_REQUESTS' && times > (LIMITS[command.act] ?? Infinity)) return;
      expect(expectedErrors, 'error').toContain(outcome.code);
    } else {
      expect(expectedErrors, 'done').toEqual([]);
      done(outcome.done);
    }
    await this.expectSameState();
  }

  /** Sends a frame and waits for its response: a message of this type, or an error. */
  async #ask(
    by: number,
    frame: object | string,
    type: ServerMessage['type'],
    isOwn: (answer: Answer) => boolean = () => true,
  ): Promise<Outcome> {
    const player = this.person(by);
    const from = player.received.length;
    player.send(frame);
    for (let waited = 0; waited < 10_000; waited += 5) {
      for (const message of player.received.slice(from)) {
        const answer = message as unknown as Answer;
        if (message.type === type && isOwn(answer)) return { done: answer };
        if (message.type.endsWith('error') && 'code' in message) return { code: message.code };
      }
      await sleep(5);
    }
    throw new Error(`no answer to ${JSON.stringify(frame)}`);
  }

  async #call(call: Promise<unknown>): Promise<Outcome> {
    try {
      return { done: { type: 'body', ...((await call) as object) } };
    } catch (error) {
      const { status, body } = error as { status: number; body: { code: string } };
      expect(status, JSON.stringify(body)).toBeLessThan(500);
      return { code: body.code };
    }
  }

  async #do(
    command: Command,
    { by, room, whom, position, question }: Target,
  ): Promise<{ expectedErrors: string[]; done: (answer: Answer) => void; outcome: Outcome }> {
    const { model } = this;
    const game = room?.games.at(-1);
    const roomId = room?.id ?? 'nowhere';
    const requestId = randomUUID();
    const nothing = (): void => undefined;
    const isBySender = ({ userId }: Answer): boolean => userId === this.person(by).user.id;

    switch (command.act) {
      case 'create': {
        const roomData = { maxPlayers: command.max, isPrivate: command.hidden, betAmount: 0 };
        return {
          expectedErrors: model.busy(by) ? ['ALREADY_IN_GAME'] : [],
          outcome: await this.#ask(by, { type: 'create_room', requestId, roomData }, 'create_room_success'),
          done: (answer) => {
            const { id, code } = answer['room'] as { id: string; code: string };
            model.leave(by);
            model.rooms.push({
              ...{ id, code, owner: by, max: command.max, hidden: command.hidden, phase: 'waiting' },
              ...{ players: [by], watchers: [], games: [] },
              agreed: new Set([by]),
            });
          },
        };
      }
      case 'join': {
        const frame = {
          type: 'join_room_request',
          requestId,
          code: room?.code ?? 'AAAAAAAA',
          role: command.role,
        };
        return {
          expectedErrors: model.joinErrors(by, room, command.role),
          outcome: await this.#ask(by, frame, 'join_room_success'),
          done: () => room && this.#joins(by, room, command.role),
        };
      }
      case 'leave':
        return {
          expectedErrors: [],
          outcome: await this.#ask(by, { type: 'leave_room', roomId }, 'user_left_room', isBySender),
          done: () => room && isIn(room, by) && model.leave(by),
        };
      case 'start': {
        return {
          expectedErrors: room ? model.startErrors(by, room) : ['ROOM_NOT_FOUND'],
          outcome: await this.#ask(
            by,
            { type: 'start_game_request', roomId, requestId },
            'start_game_success',
          ),
          done: (answer) => room && this.#started(room, answer['game'] as GameOnWire),
        };
      }
      case 'enter':
        return {
          expectedErrors: room && isIn(room, by) ? [] : ['ROOM_NOT_FOUND'],
          outcome: await this.#ask(
            by,
            { type: 'join_room', roomId },
            'room_participants_updated',
            (answer) => answer['roomId'] === roomId,
          ),
          done: nothing,
        };
      case 'move': {
        const gameId = game?.id ?? 'none';
        return {
          expectedErrors: model.moveErrors(by, game, position),
          outcome: await this.#ask(by, { type: 'move', gameId, position }, 'move'),
          done: () => room && game && model.move(by, room, game, position),
        };
      }
      case 'control': {
        const errors = !game ? ['GAME_NOT_FOUND'] : !plays(game, by) ? ['NOT_A_PLAYER'] : [];
        const frame = { type: 'disable_auto_play', gameId: game?.id ?? 'none' };
        return {
          // Turns are long here: no seat is on auto-play, so there is nothing to disable.
          expectedErrors:
            errors.length > 0 ? errors : [game?.over ? 'GAME_NOT_ACTIVE' : 'AUTO_PLAY_NOT_ACTIVE'],
          outcome: await this.#ask(by, frame, 'auto_play_disabled'),
          done: nothing,
        };
      }
      case 'chat': {
        const sits = room?.players.includes(by);
        const mayTalk = sits && game && plays(game, by);
        return {
          expectedErrors: mayTalk ? [] : [sits && !game ? 'GAME_NOT_READY' : 'NOT_A_PLAYER'],
          // The message of another player may arrive only now.
          outcome: await this.#ask(
            by,
            { type: 'player_chat', roomId, messageText: 'hi' },
            'player_chat',
            isBySender,
          ),
          done: nothing,
        };
      }
      case 'emoji': {
        const recipientId = this.person(game?.x === by ? game.o : (game?.x ?? 0)).user.id;
        const frame = { type: 'send_emoji', roomId, gameId: game?.id ?? 'none', emojiId: 'owl', recipientId };
        return {
          expectedErrors: [!game ? 'GAME_NOT_FOUND' : plays(game, by) ? 'EMOJI_NOT_OWNED' : 'NOT_A_PLAYER'],
          outcome: await this.#ask(by, frame, 'emoji_sent'),
          done: nothing,
        };
      }
      case 'invite': {
        const invitedId = this.person(whom).user.id;
        const call = this.person(by).api.rooms.invite({ params: { id: roomId }, body: { invitedId } });
        return {
          expectedErrors: room ? model.inviteErrors(by, whom, room) : ['ROOM_NOT_FOUND'],
          outcome: await this.#call(call),
          done: (answer) => {
            const { id } = answer['invitation'] as { id: string };
            if (room && !model.questions.some((question) => question.id === id))
              model.questions.push({ id, kind: 'invitation', by, of: whom, room });
          },
        };
      }
      case 'ask': {
        const requestedUserId = this.person(whom).user.id;
        const body = { requestedUserId, gameId: game?.id ?? 'none' };
        return {
          expectedErrors: room ? model.rematchErrors(by, whom, room) : ['GAME_NOT_FOUND'],
          outcome: await this.#call(this.person(by).api.playAgain.request({ body })),
          done: (answer) => {
            const { id, status } = answer['request'] as { id: string; status: string };
            if (!room || !game) return;
            const known = model.questions.find((question) => question.id === id);
            if (known) known.answer = 'yes';
            else model.questions.push({ id, kind: 'rematch', by, of: whom, room, game });
            if (status === 'accepted') this.#agreed = room;
          },
        };
      }
      case 'accept':
      case 'answer':
        return this.#answer(command, { by, question });
      case 'look':
        return {
          expectedErrors: [],
          outcome: await this.#look(by),
          done: nothing,
        };
      case 'away': {
        const player = this.person(by);
        player.drop();
        player.url = stack().urls[player.url === stack().urls[0] ? 1 : 0] ?? player.url;
        await player.connect();
        return { expectedErrors: [], outcome: await this.#look(by), done: nothing };
      }
      case 'search': {
        const frame = { type: 'start_matchmaking', betAmount: 0 };
        const outcome = await withQuickMatchAlone(async () => {
          const answer = await this.#ask(by, frame, 'matchmaking_response');
          await this.#ask(by, { type: 'cancel_matchmaking' }, 'matchmaking_response');
          return answer;
        });
        const expectedErrors = model.busy(by) ? ['ALREADY_IN_GAME'] : [];
        return { expectedErrors, outcome, done: () => model.leave(by) };
      }
      case 'garbage': {
        const outcome = await this.#ask(by, command.frame, 'pong');
        return { expectedErrors: ['INVALID_MESSAGE', 'UNKNOWN_MESSAGE'], outcome, done: nothing };
      }
    }
  }

  async #answer(
    command: Command & { act: 'accept' | 'answer' },
    { by, question }: Pick<Target, 'by' | 'question'>,
  ) {
    const { model } = this;
    const kind = command.act === 'accept' ? 'invitation' : 'rematch';
    const response = command.yes ? 'accepted' : 'rejected';
    const id = question?.id ?? 'nothing';
    const outcome =
      kind === 'invitation'
        ? await this.#call(this.person(by).api.invitations.respond({ params: { id }, body: { response } }))
        : await this.#ask(
            by,
            { type: 'play_again_response', requestId: id, response },
            'play_again_response',
          );
    const first = question && !question.answer;
    return {
      expectedErrors: question
        ? model.responseErrors(by, question, command.yes)
        : ['INVITATION_NOT_FOUND', 'PLAY_AGAIN_NOT_FOUND'],
      outcome,
      done: () => {
        if (!first) return;
        question.answer = command.yes ? 'yes' : 'no';
        if (!command.yes) return;
        if (kind === 'rematch') this.#agreed = question.room;
        else if (!isIn(question.room, by)) this.#joins(by, question.room, seatFor(question.room));
      },
    };
  }

  /** The room whose players have just agreed to a rematch. */
  #agreed: RoomModel | undefined;

  /** Returning players do not receive how the games ended that they left. */
  #joins(who: number, room: RoomModel, role: 'player' | 'spectator'): void {
    if (!isIn(room, who))
      for (const game of room.games) if (game.over) this.person(who).games.delete(game.id);
    this.model.join(who, room, role);
  }

  #started(room: RoomModel, { id, playerXId, playerOId }: GameOnWire): void {
    if (room.games.some((game) => game.id === id)) return;
    const index = (userId: string) => this.#people.findIndex((player) => player.user.id === userId);
    this.model.begin(room, { id, x: index(playerXId), o: index(playerOId), moves: [], over: false });
  }

  /** Requests the state, which must be complete. */
  async #look(by: number): Promise<Outcome> {
    const room = this.model.roomOf(by);
    const game = room?.games.at(-1);
    const type = game ? 'game_reconnection' : room ? 'reconnection_room_join' : 'reconnection';
    const outcome = await this.#ask(by, { type: 'request_current_game_state' }, type);
    if ('done' in outcome && room) expect(outcome.done['room']).toMatchObject({ id: room.id });
    if ('done' in outcome && game)
      expect(outcome.done['game']).toMatchObject({ id: game.id, moves: game.moves });
    return outcome;
  }

  /** Waits until all players in a room have the state of the model. */
  async expectSameState(): Promise<void> {
    if (this.#agreed) {
      const { players, games } = this.#agreed;
      const before = games.at(-1)?.id;
      const player = this.person(players[0] ?? 0);
      const { game } = await player.waitFor('game_started', (m) => !games.some(({ id }) => id === m.game.id));
      expect(game.id).not.toBe(before);
      this.#started(this.#agreed, game);
      this.#agreed = undefined;
    }
    for (const room of this.model.rooms) {
      for (const who of [...room.players, ...room.watchers])
        await expect.poll(() => this.#seen(who, room), { interval: 10 }).toEqual(this.#expected(room));
    }
  }

  #expected(room: RoomModel) {
    const people = (indexes: number[]) => indexes.map((index) => this.person(index).user.id).sort();
    const game = room.games.at(-1);
    return {
      players: people(room.players),
      watchers: people(room.watchers),
      owner: this.person(room.owner).user.id,
      status: room.phase,
      game: game && { id: game.id, moves: game.moves, over: game.over },
    };
  }

  /** Returns what a player received last of a room and its newest game. */
  #seen(who: number, { id, games }: RoomModel) {
    const { received, games: known } = this.person(who);
    // A message of the participants has the room only where more than these has changed.
    const rooms = received.flatMap((message) => ('room' in message && message.room ? [message.room] : []));
    const room = rooms.findLast((one) => one.id === id && one.participants.length > 0);
    const update = received.findLast(
      (message) =>
        'participants' in message &&
        (('roomId' in message && message.roomId === id) || ('room' in message && message.room?.id === id)),
    );
    if (!room || !update || !('participants' in update)) return undefined;
    const { ownerId: owner, status } = room;
    const { participants } = update;
    const people = (role: string) =>
      participants.flatMap((one) => (one.role === role ? [one.userId] : [])).sort();
    const last = games.at(-1);
    const game = known.get(last?.id ?? '');
    // Spectators receive the end of an abandoned game in a message without the game.
    const left = received.some((message) => message.type === 'game_abandoned' && message.gameId === last?.id);
    const over = last?.over ? { id: last.id, moves: last.moves, over: true } : undefined;
    return {
      players: people('player'),
      watchers: people('spectator'),
      ...{ owner, status },
      // Players who joined after the end of the last game did not receive it.
      game: game ? { id: game.id, moves: game.moves, over: left || game.status !== 'active' } : over,
    };
  }

  /** Checks that all messages match the contract, and that none is an internal error. */
  inspect(): void {
    for (const { received } of this.#people)
      for (const message of received) {
        expect(ServerMessage.safeParse(message).success, JSON.stringify(message)).toBe(true);
        if ('code' in message) expect(message.code).not.toMatch(/INTERNAL|SERVICE_UNAVAILABLE/);
      }
  }

  close(): void {
    for (const player of this.#people) player.close();
  }
}

type GameOnWire = { id: string; playerXId: string; playerOId: string };

/** Runs a sequence with its own players. */
async function runSequence(sequence: readonly Command[]): Promise<void> {
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, index) => connectGuest(stack(), index)),
  );
  const harness = new ProtocolHarness(people);
  const done: string[] = [];
  try {
    for (const command of sequence) {
      await harness.step(command);
      done.push(JSON.stringify(command));
    }
    harness.inspect();
  } catch (error) {
    const log = [...done, `→ ${JSON.stringify(sequence[done.length])}`].join('\n');
    throw new Error(`after, with seed ${SEED}:\n${log}\n${String(error)}`, { cause: error });
  } finally {
    harness.close();
  }
}

/** Outcomes that must occur at least once. */
const REQUIRED_OUTCOMES = [
  ...['create', 'join', 'start', 'move', 'ask', 'answer', 'accept', 'chat', 'away'].map(
    (act) => `${act} done`,
  ),
  ...['move NOT_A_PLAYER', 'create ALREADY_IN_GAME', 'start NOT_ROOM_OWNER', 'join ROOM_FULL'],
];

describe('any frames of owner, player, spectator and stranger in any state', () => {
  // Without fast-check's bias to small numbers: here they would choose the same player and room every time.
  const sequence = fc.noBias(fc.array(commands(PEOPLE), { minLength: STEPS, maxLength: STEPS }));
  const sequences = fc.sample(sequence, { numRuns: SEQUENCES + MORE, seed: SEED });

  test.each(sequences.slice(0, SEQUENCES).map((sequence, index) => [index, sequence] as const))(
    'sequence %i: each frame gets the response of the rules, and all in a room have the same state',
    (_, sequence) => runSequence(sequence),
    120_000,
  );

  test('all important outcomes occurred, both successes and errors', async () => {
    const missing = (): string[] => REQUIRED_OUTCOMES.filter((one) => !seen.has(one));
    for (const sequence of sequences.slice(SEQUENCES)) if (missing().length > 0) await runSequence(sequence);
    expect(missing()).toEqual([]);
  }, 240_000);
});
