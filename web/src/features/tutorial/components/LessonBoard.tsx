import { type Position, toBoard } from '@fifteen/domain';
import { Check, Lightbulb } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Board } from '@/components/board/Board.tsx';
import { NearLine } from '@/components/board/Field.tsx';
import { play, winSound } from '@/lib/sound/sound.ts';
import { cellsText } from '@/components/board/boardWords.ts';
import { type Attempt, tryMove, type Lesson, marksOf, winOf } from '../model/lessons.ts';
import styles from './Tutorial.module.css';

interface LessonBoardProps {
  lesson: Lesson;
  onSolved: () => void;
}

/** The cells that the trap of the diagonals seems to complete. */
const TRAP: readonly Position[] = [3, 9, 15];

/** Lessons that an open cell can fail. */
type LessonWithMistake = Exclude<Lesson['key'], 'place' | 'lock'>;

/** Returns the texts about the last press. */
function useExplanation(lesson: Lesson): (attempt: Attempt) => string {
  const { t } = useTranslation();
  return (attempt) => {
    if (attempt === 'solved') return t(`tutorial.${lesson.key}.done`);
    if (attempt === 'centre-locked') return t('tutorial.locked');
    if (attempt === 'occupied') return t('errors.codes.POSITION_OCCUPIED');
    if (attempt === 'trap') return t('tutorial.trap', { cells: cellsText(TRAP) });
    return t(`tutorial.missed.${lesson.key as LessonWithMistake}`);
  };
}

export function LessonBoard({ lesson, onSolved }: LessonBoardProps) {
  const { t } = useTranslation();
  const explain = useExplanation(lesson);
  const place = useRef<HTMLDivElement>(null);
  const [taken, setTaken] = useState<Position | null>(null);
  /** The count distinguishes equal results, so that they are announced and animated again. */
  const [attempt, setAttempt] = useState<{ what: Attempt; count: number } | null>(null);
  const solved = taken !== null;
  const win = taken === null ? null : winOf(lesson, taken);

  // After the dialog has set its focus, the focus moves to the board, whose description is the task.
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      place.current?.querySelector<HTMLElement>('[data-cell="1"]')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, []);

  function press(position: Position): void {
    if (solved) return;
    const what = tryMove(lesson, position);
    setAttempt({ what, count: (attempt?.count ?? 0) + 1 });
    if (what !== 'solved') return void (what === 'missed' || what === 'trap' ? play('edge') : undefined);
    setTaken(position);
    const won = winOf(lesson, position);
    play(won ? winSound(won.winningPositions.length) : 'X');
    onSolved();
    document.querySelector<HTMLElement>('[data-onward]')?.focus();
  }

  return (
    <div ref={place} className={styles.lesson}>
      <p className={styles.task}>{t(`tutorial.${lesson.key}.task`)}</p>
      <Board
        board={toBoard(marksOf(lesson, taken))}
        turn={solved ? (win ? null : 'O') : 'X'}
        playable={!solved}
        lastMove={taken}
        winning={win?.winningPositions ?? null}
        highlightsLines={!solved}
        description={t(`tutorial.${lesson.key}.task`)}
        marks={attempt?.what === 'trap' && <NearLine cells={TRAP} />}
        onMove={press}
      />
      <p role="status" className={styles.coach} data-solved={solved || undefined}>
        {attempt && (
          <span key={attempt.count} className={styles.said}>
            {solved ? <Check aria-hidden size={18} /> : <Lightbulb aria-hidden size={18} />}
            <span>{explain(attempt.what)}</span>
          </span>
        )}
      </p>
    </div>
  );
}
