import type { Position } from '@fifteen/domain';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PieceIcon } from '@/components/pieces/PieceIcon.tsx';
import styles from './GameView.module.css';

/** The moves of the game. It keeps its height when empty, so that the first move shifts nothing. */
export const MoveStrip = memo(function MoveStrip({ moves }: { moves: readonly Position[] }) {
  const { t } = useTranslation();
  const strip = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const list = strip.current;
    if (!list) return undefined;
    // Called at once and after each change of size, when the layout is known: to ask for it earlier would compute it twice.
    const observer = new ResizeObserver(() => {
      // Scrolls the strip itself, never the page: `scrollIntoView` would move the board as well.
      list.scrollLeft = list.scrollWidth;
      // Without a mouse, the arrow keys scroll a list that has the focus.
      if (list.scrollWidth > list.clientWidth) list.tabIndex = 0;
      else list.removeAttribute('tabindex');
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [moves.length]);
  return (
    <ol ref={strip} aria-label={t('gameView.moves')} dir="ltr" className={styles.moves}>
      {moves.map((position, index) => (
        <li
          key={position}
          className={styles.move}
          data-last={index === moves.length - 1 || undefined}
          aria-current={index === moves.length - 1 ? 'step' : undefined}
        >
          <PieceIcon side={index % 2 === 0 ? 'X' : 'O'} className="size-3" />
          <span className="sr-only">{index % 2 === 0 ? 'X' : 'O'} </span>
          <span className="numeral">{position}</span>
        </li>
      ))}
    </ol>
  );
});
