import { TURN_SECONDS } from '@fifteen/domain';
import type { Evidence } from './evidence.ts';
import type { TimedEntry } from './history.ts';
import type { GameRow } from './snapshot.ts';

/** A turn in which the server moved for its player, in milliseconds of the players' clock. */
interface Turn {
  readonly game: GameRow;
  readonly ply: number;
  readonly user: string;
  readonly beganAt: number;
  readonly movedAt: number;
}

/**
 * Returns a line for each move that the server made for a player. Without a move in a whole turn, the player lost it, and
 * the line has what the client did meanwhile. In the next turns of a silent player, the server moves after 2 s.
 */
export const findLostTurns = (evidence: Evidence): string[] =>
  [...evidence.games.values()].flatMap((game) =>
    game.auto.map((ply) => {
      const turn = turnOf(game, ply, evidence.snapshot.aheadMs);
      const { user, beganAt, movedAt } = turn;
      const isLost = movedAt - beganAt >= TURN_SECONDS * 1_000;
      return (
        `${user} (${user === game.x ? 'X' : 'O'}) ${isLost ? 'lost' : 'was on auto-play in'} turn ${ply} ` +
        `of ${game.moves.length} of game ${game.id}: it began at ${new Date(beganAt).toISOString()}, ` +
        `and the server moved after ${seconds(movedAt - beganAt)}` +
        (isLost ? `; the client ${describeClient(turn, evidence)}` : '')
      );
    }),
  );

function turnOf(game: GameRow, ply: number, aheadMs: number): Turn {
  const at = (moves: number): number => Number(game.movedAt[moves - 1] ?? game.startedAt) - aheadMs;
  return { game, ply, user: ply % 2 === 1 ? game.x : game.o, beganAt: at(ply - 1), movedAt: at(ply) };
}

/**
 * Says when the client received the turn, which moves it sent, in which step it was, and what its connection did, in
 * seconds from the beginning of the turn.
 */
function describeClient({ game, ply, user, beganAt, movedAt }: Turn, evidence: Evidence): string {
  const own = evidence.entriesOf(user);
  const secondOf = ({ at }: TimedEntry): string => seconds(Number(at) - beganAt);
  const before = own.filter(({ at }) => Number(at) < beganAt);
  const during = own.filter(({ at }) => Number(at) >= beganAt && Number(at) <= movedAt);
  const received = own.find(
    (entry) => entry.kind === 'game' && entry.gameId === game.id && entry.moves.length >= ply - 1,
  );
  const moves = during.filter((entry) => entry.kind === 'move' && entry.gameId === game.id);
  const [first, last] = [moves[0], moves.at(-1)];
  const step = before.findLast(({ kind }) => kind === 'step');
  const connection = before.findLast(({ kind }) => kind === 'connected' || kind === 'closed');
  return [
    received ? `received it at ${secondOf(received)}` : 'never received it',
    first && last
      ? `sent ${moves.length} moves from ${secondOf(first)} to ${secondOf(last)}`
      : 'sent no move',
    ...[step, connection, ...during].flatMap((entry) => {
      const text = entry && describe(entry);
      return text ? [`${text} at ${secondOf(entry)}`] : [];
    }),
  ].join(', ');
}

/** Describes an entry that may explain why a player did not move. */
function describe(entry: TimedEntry): string | undefined {
  switch (entry.kind) {
    case 'step':
      return `began to ${entry.step}`;
    case 'connected':
      return `connected to ${entry.gateway} in ${seconds(entry.ms)}`;
    case 'closed':
      return `lost its connection (${entry.code})`;
    case 'move rejected':
      return `got ${entry.code}`;
    default:
      return undefined;
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
