import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

interface Segment<Value extends string> {
  value: Value;
  label: ReactNode;
}

interface SegmentedControlProps<Value extends string> {
  /** Name of the choice for screen readers; not visible. */
  legend: string;
  options: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** A choice of a few values, made of radio buttons: the browser provides arrow keys, names and groups. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { legend, options, value, onChange, className } = props;
  const name = useId();
  return (
    <fieldset className={cx('min-w-0', className)}>
      <legend className="sr-only">{legend}</legend>
      {/* Equal widths, which wrap when large text needs more room. */}
      <div className="flex flex-wrap gap-1 rounded-control bg-(--track) p-1">
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              'relative flex min-h-11 min-w-min flex-[1_1_0] items-center justify-center gap-2 rounded-[7px] px-2 text-center text-14 leading-tight',
              'transition-colors duration-150 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              option.value === value
                ? 'bg-raised font-semibold text-text ring-1 ring-(--border-subtle)'
                : 'text-muted hover:text-text',
            )}
          >
            <input
              type="radio"
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
