import { histogram } from '@fifteen/runtime';

export const moves = histogram('move_duration_seconds', "From a move's frame to its answer on the way out.");
