import type { CloseWeeksAnswer, CloseWeeksRequest } from '@fifteen/proto/leaderboard';
import type { AppContext } from '../context.ts';
import * as workflow from '../workflows/close-weeks.ts';

/** Closes every week that is over, for operators. Returns each with what its closing waits for. */
export async function closeWeeks(context: AppContext, _: CloseWeeksRequest): Promise<CloseWeeksAnswer> {
  return { weeks: await workflow.closeWeeks(context) };
}
