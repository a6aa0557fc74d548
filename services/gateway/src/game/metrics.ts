import { histogram } from '@fifteen/runtime';

export const moves = histogram(
  'fifteen_move_duration_seconds',
  'Time from the frame of a move to its response.',
);
