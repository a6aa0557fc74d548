import type { ReactNode } from 'react';
import { cx } from '@/components/ui/cx.ts';
import styles from './ActionBar.module.css';

/** The actions of a game: a row under the board, on a phone a bar at the bottom of the screen. */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div className={styles.bar} data-actions>
      {children}
    </div>
  );
}

interface ActionButtonProps {
  icon: ReactNode;
  children: ReactNode;
  onClick: () => void;
  /** Ignores presses, but keeps the focus: a pressed action may become useless, as “Take back” after the first move. */
  disabled?: boolean;
  /** For toggle buttons. */
  pressed?: boolean;
  danger?: boolean;
  /** Highlights the most likely next action. */
  accent?: boolean;
}

export function ActionButton({
  icon,
  children,
  onClick,
  disabled,
  pressed,
  danger,
  accent,
}: ActionButtonProps) {
  return (
    <button
      type="button"
      className={cx(styles.action, danger && styles.danger, accent && styles.accent)}
      onClick={disabled ? undefined : onClick}
      aria-disabled={disabled || undefined}
      aria-pressed={pressed}
    >
      <span aria-hidden className="[&>svg]:size-5">
        {icon}
      </span>
      {children}
    </button>
  );
}
