interface ProgressBarProps {
  label: string;
  /** From 0 to 1. */
  value: number;
  tone?: 'accent' | 'warn';
}

export function ProgressBar({ label, value, tone = 'accent' }: ProgressBarProps) {
  const part = Math.min(1, Math.max(0, value));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(part * 100)}
      className="h-1 overflow-hidden rounded-chip bg-raised"
    >
      <div
        className={`size-full origin-left transition-transform duration-300 ease-out rtl:origin-right ${tone === 'warn' ? 'bg-warn' : 'bg-accent'}`}
        style={{ transform: `scaleX(${part})` }}
      />
    </div>
  );
}
