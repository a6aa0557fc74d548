import { type CSSProperties, useId } from 'react';
import styles from './Slider.module.css';

interface SliderProps {
  label: string;
  hint?: string;
  /** 0 to 100. */
  value: number;
  /** The value in words, shown at the end and read out. */
  text: string;
  onChange: (value: number) => void;
  /** The slider was let go of, or moved by a key. */
  onDone?: () => void;
}

/** A value between nothing and all of it, in steps of five; the browser's own, so that keys and fingers have it easy. */
export function Slider({ label, hint, value, text, onChange, onDone }: SliderProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4">
      <label htmlFor={id} className="text-16">
        {label}
      </label>
      <output htmlFor={id} className="numeral text-14 text-muted">
        {text}
      </output>
      {hint && (
        <p id={`${id}-hint`} className="col-span-2 text-14 text-muted">
          {hint}
        </p>
      )}
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={5}
        value={value}
        aria-valuetext={text}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        onPointerUp={onDone}
        onKeyUp={onDone}
        className={styles.slider}
        style={{ '--value': `${value}%` } as CSSProperties}
      />
    </div>
  );
}
