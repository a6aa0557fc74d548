import type { ReactNode } from 'react';
import { focusUnlessFirst } from '@/lib/a11y/announcer.ts';
import styles from './HomeLayout.module.css';

interface HomeLayoutProps {
  bar: ReactNode;
  /** The most likely next step: to play online, or the own room. */
  nextStep: ReactNode;
  /** On a phone, shows it below the board, which it must not push away. */
  nextStepBelow: boolean;
  modes: ReactNode;
  game: ReactNode;
  /** The result of the last game; missing during a game. */
  result: ReactNode;
  /** Content of the chosen mode. It may grow, so it is never above the board. */
  details: ReactNode;
  side: ReactNode;
}

/** The layout of home at each size (docs/design.md#rules-of-home). */
export function HomeLayout({
  bar,
  nextStep,
  nextStepBelow,
  modes,
  game,
  result,
  details,
  side,
}: HomeLayoutProps) {
  const placedNextStep = nextStep && <div className={styles.lead}>{nextStep}</div>;
  return (
    <>
      {bar}
      <main id="main" className={styles.home}>
        <h1 ref={focusUnlessFirst} tabIndex={-1} className="sr-only">
          Fifteen
        </h1>
        {!nextStepBelow && placedNextStep}
        <div className={styles.modes}>{modes}</div>
        <div className={styles.game}>{game}</div>
        <div className={styles.result}>{result}</div>
        {nextStepBelow && placedNextStep}
        <div className={styles.details}>{details}</div>
        <div className={styles.side}>{side}</div>
      </main>
    </>
  );
}
