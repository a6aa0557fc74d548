import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Mode } from '@/state/mode.ts';
import { ModeSelector } from './ModeSelector.tsx';
import styles from './ModePanel.module.css';

interface ModePanelProps {
  mode: Mode;
  onChange: (mode: Mode) => void;
  /** A game is on: on a phone the panel makes room for it and stays a line that opens. */
  running: boolean;
  /** That line: what is being played. */
  summary: string;
  /** What belongs to the chosen mode. */
  children?: ReactNode;
}

export function ModePanel({ mode, onChange, running, summary, children }: ModePanelProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.panel} data-running={running || undefined} data-open={open || undefined}>
      <button type="button" className={styles.summary} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className="min-w-0 flex-1 truncate">{summary}</span>
        <ChevronDown aria-hidden size={18} className={styles.chevron} />
      </button>
      <div className={styles.body}>
        <ModeSelector mode={mode} onChange={onChange}>
          {children}
        </ModeSelector>
      </div>
    </div>
  );
}
