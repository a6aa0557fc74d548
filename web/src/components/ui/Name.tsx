import { cx } from './cx.ts';

/** A name in a row. It has its own direction: a Latin name on an Arabic page would be cut at its beginning. */
export const Name = ({ name, className }: { name: string; className?: string }) => (
  <bdi className={cx('max-w-max truncate font-semibold', className)}>{name}</bdi>
);
