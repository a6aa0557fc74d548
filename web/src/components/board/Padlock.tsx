import styles from './Padlock.module.css';

/** Closed while cell 8 is locked; opens once and is gone with the first move of the game. */
export function Padlock({ open }: { open: boolean }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className={styles.padlock} data-open={open || undefined}>
      <path d="M8 11V8a4 4 0 0 1 8 0v3" className={styles.shackle} />
      <rect x="5.5" y="11" width="13" height="9" rx="2.5" className={styles.body} />
      <path d="M12 14.5v2" className={styles.keyhole} />
    </svg>
  );
}
