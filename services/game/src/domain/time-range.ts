import { AppError } from '@fifteen/runtime';

/** A range of time: its start is included, its end excluded. */
interface TimeRange {
  from: Date;
  until: Date;
}

/** @throws INVALID when an end of the range is missing */
export function assertTimeRange({ from, until }: { [K in keyof TimeRange]?: Date | undefined }): TimeRange {
  if (!from || !until) throw new AppError('INVALID', { reason: 'A range has two ends' });
  return { from, until };
}
