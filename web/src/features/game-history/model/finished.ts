import type { Game, User } from '@fifteen/contract';
import { type Difficulty, type GameState, isBot, replay, type Side } from '@fifteen/domain';
import { t } from 'i18next';
import type { SavedGame } from '@/lib/savedGames.ts';
import type { Cosmetics } from '@/components/game-view/PlayerStrip.tsx';

/** The player of a side. */
export interface Player {
  readonly name: string;
  /** Of a player with a profile. */
  readonly userId?: string | undefined;
  /** `second player`: another person at the same screen. */
  readonly kind: 'user' | 'computer' | 'second player';
  /** Of the computer in a game of this device. */
  readonly level?: Difficulty;
  readonly picture: string | null;
  /** The equipped cosmetics; undefined for an unknown player. */
  readonly style?: Cosmetics | undefined;
}

/**
 * A finished game. Only {@link finishedOnline} and {@link finishedLocal} create one, and return null for a running
 * game: so the solver cannot be asked about a game in progress.
 */
export interface FinishedGame {
  readonly id: string;
  readonly state: GameState;
  readonly players: Readonly<Record<Side, Player>>;
  /** The seat of the user at this screen; null if they had both, or watched. */
  readonly own: Side | null;
  readonly winner: Side | null;
  /** By a line, a full board, or a player who left; `broken` without a result. */
  readonly ending: 'line' | 'draw' | 'left' | 'broken';
  readonly endedAt: Date | null;
  /** Stake of each player in coins; 0 without one. */
  readonly bet: number;
  readonly online: boolean;
}

function endingOf({ outcome }: GameState, winner: Side | null): FinishedGame['ending'] {
  if (outcome) return outcome.winner ? 'line' : 'draw';
  return winner ? 'left' : 'broken';
}

/** Converts an online game of the server; null for a running game or invalid moves. */
export function finishedOnline(game: Game, me: string): FinishedGame | null {
  const replayed = replay(game.moves);
  if (game.status === 'active' || !replayed.ok) return null;
  const { state } = replayed;
  const winner = state.outcome ? state.outcome.winner : game.winner;
  const player = (side: Side): Player => {
    const [id, info] = side === 'X' ? [game.playerXId, game.playerXInfo] : [game.playerOId, game.playerOInfo];
    return {
      name: info?.displayName || t('onlineGame.player', { side }),
      userId: info && !isBot(id) ? id : undefined,
      kind: 'user',
      picture: info?.profileImageUrl ?? null,
      style: info ?? undefined,
    };
  };
  return {
    id: game.id,
    state,
    players: { X: player('X'), O: player('O') },
    own: game.playerXId === me ? 'X' : game.playerOId === me ? 'O' : null,
    winner,
    ending: endingOf(state, winner),
    endedAt: game.finishedAt ? new Date(game.finishedAt) : null,
    bet: game.betAmount,
    online: true,
  };
}

const computerName = (level: Difficulty) =>
  `${t(`localGame.name.${level}`)} · ${t(`home.difficulty.${level}`)}`;

/** A game of this device; null when it did not end. */
export function finishedLocal(
  kept: SavedGame,
  user: Pick<User, 'id' | 'displayName' | 'profileImageUrl'> & Cosmetics,
): FinishedGame | null {
  const replayed = replay(kept.moves);
  if (!replayed.ok || !replayed.state.outcome) return null;
  const { state } = replayed;
  const { winner } = replayed.state.outcome;
  const { own, difficulty: level } = kept;
  const self: Player = {
    name: user.displayName,
    userId: user.id,
    kind: 'user',
    picture: user.profileImageUrl,
    style: user,
  };
  const other: Player =
    own === null
      ? { name: t('localGame.playerSide', { side: 'O' }), kind: 'second player', picture: null }
      : { name: computerName(level), kind: 'computer', level, picture: null };
  return {
    id: kept.id,
    state,
    players: own === 'O' ? { X: other, O: self } : { X: self, O: other },
    own,
    winner,
    ending: endingOf(state, winner),
    endedAt: new Date(kept.endedAt),
    bet: 0,
    online: false,
  };
}

/** Returns the result for the user at this screen; `over` without a seat or a result. */
export function resultOf({ own, winner, ending }: FinishedGame): 'won' | 'lost' | 'draw' | 'over' {
  if (ending === 'draw') return 'draw';
  if (winner === null || own === null) return 'over';
  return winner === own ? 'won' : 'lost';
}

/** Returns the coins won or lost. */
export function coinsOf(game: FinishedGame): number {
  const result = resultOf(game);
  if (result === 'won') return game.bet;
  return result === 'lost' ? -game.bet : 0;
}
