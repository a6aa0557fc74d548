import { cx } from './cx.ts';

/** The shape of what is coming; still, so that waiting stays calm. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block rounded-control bg-raised', className)} />;
}
