import type { User } from '@fifteen/contract';
import { GameAchievements } from '@/features/achievements/index.ts';
import {
  finishedLocal,
  finishedOnline,
  ReviewOffer,
  TurningPointNote,
} from '@/features/game-history/index.ts';
import { LocalResult, useLocalGame } from '@/features/local-game/index.ts';
import { OnlineResult, useOnlineGame } from '@/features/online-game/index.ts';
import { NewLevel } from '@/features/progress/index.ts';
import { RematchNote, RematchOffer, useNextGame } from '@/features/rematch/index.ts';
import { GameRewards } from '@/features/rewards/index.ts';
import { useMode } from '@/lib/state/mode.ts';

interface GameResultProps {
  user: User;
  /** Looks for the next opponent. */
  onFindMatch: () => void;
}

/** The result of the current game: what every feature has to say about it, in one panel. */
export function GameResult({ user, onFindMatch }: GameResultProps) {
  const mode = useMode((store) => store.mode);
  return mode === 'online' ? (
    <ResultOfOnlineGame user={user} onFindMatch={onFindMatch} />
  ) : (
    <ResultOfLocalGame user={user} />
  );
}

function ResultOfLocalGame({ user }: { user: User }) {
  const { id, mode, difficulty, own, state } = useLocalGame((store) => store.game);
  const game = finishedLocal({ id, mode, difficulty, own, moves: state.moves, endedAt: 0 }, user);
  return (
    <LocalResult
      user={user}
      review={game && <ReviewOffer game={game} />}
      turningPoint={game && <TurningPointNote game={game} />}
    />
  );
}

function ResultOfOnlineGame({ user, onFindMatch }: GameResultProps) {
  const onlineGame = useOnlineGame((store) => store.onlineGame);
  const next = useNextGame();
  const game = onlineGame && finishedOnline(onlineGame.game, user.id);
  return (
    <OnlineResult
      rematch={next && <RematchOffer next={next} coins={user.coins} />}
      rematchNote={next && <RematchNote next={next} coins={user.coins} />}
      canRematch={next !== null && !next.gone}
      review={game && <ReviewOffer game={game} />}
      turningPoint={game && <TurningPointNote game={game} />}
      rewards={
        onlineGame && (
          <>
            <GameAchievements gameId={onlineGame.game.id} />
            <GameRewards gameId={onlineGame.game.id} user={user} />
            <NewLevel />
          </>
        )
      }
      onFindMatch={onFindMatch}
    />
  );
}
