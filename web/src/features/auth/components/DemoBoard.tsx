import { Suspense, useEffect, useState } from 'react';
import { reducedMotion, useWide } from '@/lib/a11y/media.ts';
import { MiniBoard } from '@/components/board/MiniBoard.tsx';
import { lazily } from '@/lib/lazily.ts';
import { useSplashGone } from '@/lib/splash.ts';
import { demoBoard, demoMoves, demoWin } from '../model/demo.ts';
import styles from './Auth.module.css';

/** The full board is loaded only on wide screens. */
const Board = lazily(async () => (await import('@/components/board/Board.tsx')).Board);

/** Time between two moves. The whole demonstration takes less than five seconds (WCAG 2.2.2). */
const STEP = 420;

/** Returns the number of played moves; it starts to count after the splash. */
function useDemo(): number {
  const [count, setCount] = useState(() => (reducedMotion() ? demoMoves.length : 0));
  const visible = useSplashGone();
  useEffect(() => {
    if (!visible || count >= demoMoves.length) return undefined;
    const next = setTimeout(() => setCount(count + 1), STEP);
    return () => clearTimeout(next);
  }, [visible, count]);
  return count;
}

/** A board that plays one game and stops. It has no content for keyboards and screen readers. */
export function DemoBoard() {
  const wide = useWide();
  const count = useDemo();
  const over = count === demoMoves.length;
  const board = demoBoard(count);
  const winning = over ? demoWin : null;
  if (!wide) return <MiniBoard board={board} winning={winning} className={styles.small} />;
  return (
    <div aria-hidden inert className={styles.tray}>
      <Suspense>
        <Board
          board={board}
          turn={over ? null : count % 2 === 0 ? 'X' : 'O'}
          playable={false}
          lastMove={demoMoves[count - 1] ?? null}
          winning={winning}
          lens={false}
          description=""
          onMove={() => undefined}
        />
      </Suspense>
    </div>
  );
}
