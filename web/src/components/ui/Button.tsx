import type { ComponentProps, MouseEvent } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './Spinner.tsx';

const variants = {
  primary: 'bg-accent text-on-accent hover:brightness-108',
  secondary: 'bg-raised text-text border border-(--border-subtle) hover:border-line',
  quiet: 'text-text hover:bg-raised',
  danger: 'text-danger border border-danger/60 hover:border-danger',
} as const;

const sizes = {
  md: 'min-h-11 px-4 text-14',
  lg: 'min-h-12 px-6 text-16',
  icon: 'size-[44px] justify-center',
} as const;

interface ButtonProps extends ComponentProps<'button'> {
  /** Receives the focus when its dialog opens (see Dialog). */
  'data-autofocus'?: boolean;
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  /** Shows a spinner and ignores presses, but keeps size, label and focus. */
  busy?: boolean;
}

/** Not `disabled`: the pressed button would lose the focus (WCAG 2.4.3). A menu opens before the click. */
const ignoresPresses = {
  'aria-busy': true,
  'aria-disabled': true,
  disabled: false,
  onClick: (event: MouseEvent) => event.preventDefault(),
  onPointerDown: undefined,
  onKeyDown: undefined,
} as const;

export function Button({
  variant = 'secondary',
  size = 'md',
  busy,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(busy && ignoresPresses)}
      className={cx(
        'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-semibold',
        'transition-[background-color,border-color,filter,transform,opacity] duration-150 ease-out',
        'active:scale-[0.98] disabled:opacity-55 disabled:active:scale-100',
        'aria-disabled:opacity-55 aria-disabled:active:scale-100',
        variants[variant],
        sizes[size],
        className,
      )}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
