import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './HomeLayout.module.css';

interface HomeLayoutProps {
  bar: ReactNode;
  /** The mode cards; beside the board with what belongs to the chosen one. */
  modes: ReactNode;
  table: ReactNode;
  /** The result of the last game; missing while one runs. */
  result: ReactNode;
  /** Where there is no column beside the board: what belongs to the chosen mode. It may grow, so it stands below. */
  details: ReactNode;
  side: ReactNode;
}

/** Where things stand on the home screen at each size (web.md 4.4); what they are is the caller's. */
export function HomeLayout({ bar, modes, table, result, details, side }: HomeLayoutProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // What was pressed on the page before is gone, and the focus with it: here it goes on, from the top. Not on the first
  // page of a visit.
  useLayoutEffect(() => {
    if (document.getElementById('splash')) return;
    scrollTo({ top: 0, behavior: 'instant' });
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      {bar}
      <main id="main" className={styles.home}>
        <h1 ref={heading} tabIndex={-1} className="sr-only">
          Fifteen
        </h1>
        <div className={styles.modes}>{modes}</div>
        <div className={styles.table}>{table}</div>
        <div className={styles.result}>{result}</div>
        {details && <div className={styles.details}>{details}</div>}
        <div className={styles.side}>{side}</div>
      </main>
    </>
  );
}
