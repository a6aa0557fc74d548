import type { FinishedGame } from '../model/finished.ts';
import { GameCard } from './GameCard.tsx';

interface GameListProps {
  games: readonly FinishedGame[];
  now: Date;
}

export function GameList({ games, now }: GameListProps) {
  return (
    <ul className="grid gap-3 tablet:grid-cols-2 tablet:gap-4">
      {games.map((game) => (
        <li key={game.id} data-game={game.id}>
          <GameCard game={game} now={now} />
        </li>
      ))}
    </ul>
  );
}
