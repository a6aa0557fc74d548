import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  /** What is wrong with the value, as a whole sentence; also marks the field as invalid. */
  error?: string;
  hint?: string;
  /** A small button or icon at the end of the field, such as "show the password". */
  end?: ReactNode;
}

/**
 * A labelled input. Without `end` it has the direction of its text, unless another is given: Latin text would be in the
 * wrong order on an Arabic page. What stands at its end follows the direction of the input.
 */
export function TextField({ label, error, hint, end, dir, className, ...rest }: TextFieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={cx('grid gap-1.5', className)}>
      <label htmlFor={id} className="text-14 font-semibold">
        {label}
      </label>
      <div dir={dir} className="relative">
        <input
          {...rest}
          dir={dir ?? (end ? undefined : 'auto')}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          className={cx(
            'min-h-12 w-full rounded-control border bg-bg px-4 text-16 text-text transition-colors duration-150',
            'placeholder:text-muted hover:border-text/60 disabled:opacity-55',
            error ? 'border-danger' : 'border-line',
            Boolean(end) && 'pe-12',
          )}
        />
        {end && <div className="absolute inset-e-0.5 inset-bs-0.5">{end}</div>}
      </div>
      {note && (
        <p id={`${id}-note`} className={cx('text-14', error ? 'text-danger' : 'text-muted')}>
          {note}
        </p>
      )}
    </div>
  );
}
