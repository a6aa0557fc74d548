import { useEffect, useState } from 'react';
import { reducedMotion } from '@/a11y/media.ts';
import { MiniBoard } from '@/art/board/MiniBoard.tsx';
import { Board } from '@/art/board/Board.tsx';
import { demoBoard, demoMoves, demoWin } from '../model/demo.ts';

/** One move of the demonstration after the other; all of it, with the winning line, stays under five seconds (WCAG 2.2.2). */
const STEP = 420;

function useDemo(): number {
  const [count, setCount] = useState(() => (reducedMotion() ? demoMoves.length : 0));
  useEffect(() => {
    if (count >= demoMoves.length) return undefined;
    const next = setTimeout(() => setCount(count + 1), STEP);
    return () => clearTimeout(next);
  }, [count]);
  return count;
}

/** The board plays itself once and rests: a picture, out of reach of keyboard and screen reader. */
export function AuthStage() {
  const count = useDemo();
  const over = count === demoMoves.length;
  const board = demoBoard(count);
  return (
    <div aria-hidden inert>
      <div className="hidden desktop:block">
        <Board
          board={board}
          turn={over ? null : count % 2 === 0 ? 'X' : 'O'}
          playable={false}
          lastMove={demoMoves[count - 1] ?? null}
          winning={over ? demoWin : null}
          lens={false}
          description=""
          onMove={() => undefined}
        />
      </div>
      <MiniBoard board={board} winning={over ? demoWin : null} className="mx-auto w-60 desktop:hidden" />
    </div>
  );
}
