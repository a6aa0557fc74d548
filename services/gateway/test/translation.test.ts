import {
  Game,
  GameResult,
  PlayAgainRequest,
  PlayerInfo,
  PlayerStats,
  PublicUser,
  Room,
  ServerMessage,
  User,
} from '@fifteen/contract';
import { Mark } from '@fifteen/proto/game';
import { Account } from '@fifteen/proto/identity';
import { PlayerRecord } from '@fifteen/proto/leaderboard';
import { Rematch, RequestStatus, Role, RoomStatus } from '@fifteen/proto/room';
import { applyMove, NEW_GAME, type Position, toGameId, toUserId } from '@fifteen/domain';
import { describe, expect, test } from 'vitest';
import { roomPushFormats, toRematchRequest } from '../src/rooms/push-formats.ts';
import { toAchievement } from '../src/translation/achievement.ts';
import { toGame, toGameResult } from '../src/translation/game.ts';
import {
  botProfile,
  toOwnUser,
  toPlayerInfo,
  toPlayerStats,
  toPublicUser,
} from '../src/translation/player.ts';
import { toParticipants, toRoom } from '../src/translation/room.ts';
import { drawnState, expiredState, gameState, leftState, NOW, roomState, show, wonState } from './samples.ts';
import fc from 'fast-check';

describe('a game', () => {
  test('translates to the contract', () => {
    const game = toGame(gameState([1, 7]), show, NOW);
    expect(Game.parse(game)).toEqual(game);
    expect(game).toMatchObject({
      id: 'g1',
      roomId: 'r1',
      status: 'active',
      gameMode: 'online',
      board: { '1': 'X', '7': 'O' },
      currentPlayer: 'X',
      lastMove: 7,
      timeRemaining: 12.3,
      version: 2,
      moves: [1, 7],
      winningPositions: null,
      autoPlayActive: null,
      betAmount: 5_000,
      playerXInfo: { id: 'ann', displayName: 'The ann' },
    });
  });

  test('has no time left after its end, and never a negative time', () => {
    expect(toGame(wonState(), show, NOW).timeRemaining).toBe(0);
    expect(toGame(gameState(), show, NOW + 60_000).timeRemaining).toBe(0);
  });

  test('has no more time left than when its turn began, by a clock that is behind', () => {
    expect(toGame(gameState([1, 7]), show, NOW - 5_000).timeRemaining).toBe(13.3);
    expect(toGame(gameState(), show, NOW - 65_000).timeRemaining).toBe(72.3);
  });

  test('names winner and end time after its end, also by leaving', () => {
    expect(toGame(gameState([1, 7]), show, NOW)).toMatchObject({ winner: null, finishedAt: null });
    const finishedAt = new Date(NOW).toISOString();
    expect(toGame(wonState(), show, NOW)).toMatchObject({ winner: 'X', finishedAt });
    expect(toGame(drawnState(), show, NOW)).toMatchObject({ winner: null, finishedAt });
    expect(toGame(leftState(), show, NOW).winner).not.toBeNull();
  });

  test('names the seat that the server plays; of two, the one whose turn it is', () => {
    const auto = (autoX: boolean, autoO: boolean, turn: Mark) =>
      toGame(gameState([], { autoX, autoO, turn }), show, NOW).autoPlayActive;
    expect(auto(false, false, Mark.X)).toBeNull();
    expect(auto(true, false, Mark.O)).toBe('X');
    expect(auto(false, true, Mark.X)).toBe('O');
    expect(auto(true, true, Mark.O)).toBe('O');
  });

  test('names all seats that the server plays, whatever the turn', () => {
    const seats = (autoX: boolean, autoO: boolean, turn: Mark) =>
      toGame(gameState([], { autoX, autoO, turn }), show, NOW).autoPlaySeats;
    expect(seats(false, false, Mark.X)).toEqual([]);
    expect(seats(true, true, Mark.X)).toEqual(['X', 'O']);
    expect(seats(true, true, Mark.O)).toEqual(['X', 'O']);
  });

  test('fits the contract after any moves', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(Array.from({ length: 15 }, (_, i) => (i + 1) as Position)), (cells) => {
        let board = NEW_GAME;
        for (const cell of cells) {
          if (board.outcome || (board.moves.length === 0 && cell === 8)) break;
          board = applyMove(board, cell);
        }
        const game = toGame(gameState([...board.moves]), show, NOW);
        expect(Game.parse(JSON.parse(JSON.stringify(game)))).toEqual(game);
        expect(Object.keys(game.board)).toHaveLength(board.moves.length);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the end of a game', () => {
  test.each([
    [
      'a line',
      wonState(),
      { winner: 'X', condition: 'vertical', isAbandonmentWin: false, winnerInfo: { id: 'ann' } },
    ],
    ['a draw', drawnState(), { winner: null, condition: 'draw', winnerInfo: null }],
    [
      'somebody leaving',
      leftState(),
      {
        winner: 'X',
        condition: 'abandonment',
        isAbandonmentWin: true,
        abandonmentMessage: 'The bob left the game.',
      },
    ],
    ['nobody coming', expiredState(), { winner: null, condition: 'unknown', isAbandonmentWin: false }],
  ])('by %s translates to the contract', (_, state, expected) => {
    const result = toGameResult(state, show, NOW);
    expect(GameResult.parse(result)).toEqual(result);
    expect(result).toMatchObject(expected);
    expect(result.game.status).not.toBe('active');
  });
});

describe('a rematch request that is over', () => {
  const messagesTo = (userId: string, lapseCode?: string) => {
    const request = Rematch.fromPartial({
      ...{ id: 'q1', gameId: toGameId('g1'), status: RequestStatus.REJECTED, lapseCode },
      ...{ requesterId: toUserId('ann'), requestedId: toUserId('bob') },
    });
    const messages = roomPushFormats.rematch.messages(request, toUserId(userId), show);
    for (const message of messages) expect(ServerMessage.parse(message)).toEqual(message);
    return messages;
  };
  const response = { type: 'play_again_response', requestId: 'q1', gameId: 'g1', response: 'rejected' };

  test('because the opponent declined it is a rejection for its requester', () => {
    const rejection = { type: 'play_again_rejected', requestId: 'q1', gameId: 'g1' };
    expect(messagesTo('ann')).toEqual([response, rejection]);
    expect(messagesTo('bob')).toEqual([response]);
  });

  test.each(['PLAY_AGAIN_UNANSWERED', 'OPPONENT_LEFT'])(
    'without an answer is an error for its requester, who stays in the room: %s',
    (code) => {
      const error = { type: 'play_again_error', gameId: 'g1', code };
      expect(messagesTo('ann', code)).toEqual([response, expect.objectContaining(error)]);
      expect(messagesTo('bob', code)).toEqual([response]);
    },
  );
});

describe('a room', () => {
  test('translates to the contract in every state', () => {
    const { UNSPECIFIED, ...known } = RoomStatus;
    for (const status of Object.values(known)) {
      const state = roomState({ status });
      const room = toRoom(state, toParticipants(state, show));
      expect(Room.parse(room)).toEqual(room);
    }
    expect(() => toRoom(roomState({ status: UNSPECIFIED }), [])).toThrow('ROOM_STATUS_UNSPECIFIED');
  });

  test('has pictures with frame and border, also in a rematch request', () => {
    const rings = { activeFrameId: 'firestorm', selectedAchievementBorder: 'legend' };
    const showWithRings = (userId: string) => ({ ...show(userId), ...rings });
    for (const { user } of toParticipants(roomState(), showWithRings)) expect(user).toMatchObject(rings);
    const users = { requesterId: toUserId('ann'), requestedId: toUserId('bob') };
    const request = Rematch.fromPartial({
      id: 'q1',
      gameId: toGameId('g1'),
      status: RequestStatus.PENDING,
      ...users,
    });
    const rematch = toRematchRequest(request, showWithRings);
    expect(PlayAgainRequest.parse(rematch)).toEqual(rematch);
    expect(rematch.requester).toMatchObject(rings);
  });

  test('names players and spectators', () => {
    const participants = [
      { id: 'p2', userId: toUserId('bob'), role: Role.PLAYER, agreed: true },
      { id: 'p3', userId: toUserId('cid'), role: Role.SPECTATOR, agreed: false },
    ];
    const about = (displayName: string) => ({
      awaySince: null,
      user: expect.objectContaining({ displayName }),
    });
    expect(toParticipants(roomState({ participants }), show)).toEqual([
      { id: 'p2', userId: 'bob', role: 'player', agreed: true, ...about('The bob') },
      { id: 'p3', userId: 'cid', role: 'spectator', agreed: false, ...about('The cid') },
    ]);
  });
});

describe('a player', () => {
  const account = Account.fromPartial({
    id: toUserId('ann'),
    username: 'ann',
    email: 'ann@example.org',
    emailVerified: true,
    picture: '1.webp',
    createdAt: new Date(NOW),
  });

  const cosmetics = { userId: toUserId('ann'), pieceStyle: 'lotus', frame: 'firestorm' };
  const unlockedAt = new Date(NOW);
  const record = PlayerRecord.fromPartial({
    ...{ userId: toUserId('ann'), level: 2, wins: 10, totalGames: 12, winsToNextLevel: 10, border: 'none' },
    achievements: ['first_win', 'win_streak_5', 'speed_demon', 'of_tomorrow'].map((type, i) => ({
      type,
      unlockedAt: new Date(NOW + i),
    })),
  });
  const ann = { account, cosmetics, record };

  test('has neither e-mail address nor coins for others', () => {
    const shown = toPublicUser(ann);
    expect(PublicUser.strict().parse(shown)).toEqual(shown);
    expect(JSON.stringify(shown)).not.toMatch(/example\.org|coins/);
    expect(shown).toMatchObject({ displayName: 'ann', photoURL: '/api/avatars/1.webp' });
    expect(PlayerStats.parse(toPlayerStats(ann))).not.toHaveProperty('coins');
  });

  test('sees both of their own', () => {
    const shown = toOwnUser(ann, 1_000);
    expect(User.strict().parse(shown)).toEqual(shown);
    expect(shown).toMatchObject({ email: 'ann@example.org', coins: 1_000 });
  });

  test('has the equipped cosmetics, and the defaults while they are unknown', () => {
    for (const shown of [toPublicUser(ann), toPlayerInfo(ann)])
      expect(shown).toMatchObject({ activePieceStyle: 'lotus', activeFrameId: 'firestorm' });
    for (const plain of [undefined, { userId: toUserId('ann'), pieceStyle: 'default', frame: '' }])
      expect(toPlayerInfo({ account, cosmetics: plain, record })).toMatchObject({
        ...{ activePieceStyle: 'default', activeFrameId: null },
      });
  });

  test('has statistics and the three best achievements, best first, and none while they are unknown', () => {
    expect(toPublicUser(ann)).toMatchObject({ level: 2, wins: 10, selectedAchievementBorder: 'none' });
    expect(toPlayerStats(ann)).toMatchObject({ totalGames: 12, achievementsUnlocked: 4 });
    const { achievements, level } = PlayerInfo.parse(toPlayerInfo(ann));
    expect(level).toBe(2);
    expect(achievements.map(({ achievementName }) => achievementName)).toEqual([
      'Speed Demon',
      'Win Streak Master',
      'First Victory',
    ]);
    expect(toPublicUser({ account, cosmetics: undefined, record: undefined })).toMatchObject({
      ...{ level: 1, wins: 0, winsToNextLevel: 10, achievements: [], selectedAchievementBorder: null },
    });
    expect(toAchievement({ type: 'first_win', unlockedAt }).unlockedAt).toBe(unlockedAt.toISOString());
  });

  test('has the same name for all clients if it is a bot', () => {
    expect(botProfile('player_7')).toEqual(botProfile('player_7'));
    expect(botProfile('player_7').displayName).toMatch(/^\w+ Bot$/);
  });
});
