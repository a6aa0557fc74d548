import { AppError } from '@fifteen/runtime';

/** A span of time: its start is included, its end excluded. */
interface Span {
  from: Date;
  until: Date;
}

/** @throws INVALID when an end of the span is missing */
export function assertSpan({ from, until }: { [K in keyof Span]?: Date | undefined }): Span {
  if (!from || !until) throw new AppError('INVALID', { reason: 'A span has two ends' });
  return { from, until };
}
