import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './HomeLayout.module.css';

interface HomeLayoutProps {
  bar: ReactNode;
  /** What most likely comes next: to play online, or the own room. */
  lead: ReactNode;
  /** On a phone it stands below the board, which it must not push away. */
  leadBelow: boolean;
  modes: ReactNode;
  table: ReactNode;
  /** The result of the last game; missing while one runs. */
  result: ReactNode;
  /** What belongs to the chosen mode. It may grow, so it never stands above the board. */
  details: ReactNode;
  side: ReactNode;
}

/** Where things stand on the home screen at each size (web.md 4.4); what they are is the caller's. */
export function HomeLayout(props: HomeLayoutProps) {
  const { bar, lead, leadBelow, modes, table, result, details, side } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  // What was pressed on the page before is gone, and the focus with it: here it goes on, from the top. Not on the first
  // page of a visit.
  useLayoutEffect(() => {
    if (document.getElementById('splash')) return;
    scrollTo({ top: 0, behavior: 'instant' });
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  const placedLead = lead && <div className={styles.lead}>{lead}</div>;
  return (
    <>
      {bar}
      <main id="main" className={styles.home}>
        <h1 ref={heading} tabIndex={-1} className="sr-only">
          Fifteen
        </h1>
        {!leadBelow && placedLead}
        <div className={styles.modes}>{modes}</div>
        <div className={styles.table}>{table}</div>
        <div className={styles.result}>{result}</div>
        {leadBelow && placedLead}
        <div className={styles.details}>{details}</div>
        <div className={styles.side}>{side}</div>
      </main>
    </>
  );
}
