import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      {...rest}
      className={cx('rounded-card border border-(--border-subtle) bg-surface p-4', className)}
    />
  );
}
