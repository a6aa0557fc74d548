import { type CSSProperties, useId, useRef } from 'react';
import styles from './Slider.module.css';

interface SliderProps {
  label: string;
  hint?: string;
  /** 0 to 100. */
  value: number;
  /** The value in words, shown at the end and read out. */
  text: string;
  onChange: (value: number) => void;
  /** Called when the pointer lets go of the slider, or a key has moved it. */
  onDone?: () => void;
}

/** A value between nothing and all of it, in steps of five; the browser's own, so that keys and fingers have it easy. */
export function Slider({ label, hint, value, text, onChange, onDone }: SliderProps) {
  const id = useId();
  /** The value at the focus, or at the last call of `onDone`. */
  const settled = useRef(value);
  function finish(slider: HTMLInputElement): void {
    settled.current = slider.valueAsNumber;
    onDone?.();
  }
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
        onFocus={({ currentTarget }) => (settled.current = currentTarget.valueAsNumber)}
        onPointerUp={({ currentTarget }) => finish(currentTarget)}
        // Tab, which leads to the slider and away from it, moves nothing.
        onKeyUp={({ currentTarget }) =>
          currentTarget.valueAsNumber !== settled.current && finish(currentTarget)
        }
        className={styles.slider}
        style={{ '--value': `${value}%` } as CSSProperties}
      />
    </div>
  );
}
