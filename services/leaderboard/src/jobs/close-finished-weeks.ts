import type { AppContext } from '../context.ts';
import { closeWeeks } from '../workflows/close-weeks.ts';

/** Closes every week that is over. What a week waits for is left to the next pass. */
export async function closeFinishedWeeks(context: AppContext): Promise<void> {
  await closeWeeks(context);
}
