import { startJob } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { closeIdleRooms } from './close-idle-rooms.ts';
import { deleteClosedRooms } from './delete-closed-rooms.ts';
import { expireInvitations } from './expire-invitations.ts';
import { expireRematches } from './expire-rematches.ts';
import { reconcileLongGames } from './reconcile-long-games.ts';
import { resumeStarts } from './resume-starts.ts';

/** Starts the jobs. Every replica runs them; each step may be repeated. */
export function startJobs(context: AppContext): void {
  const { log, lifecycle } = context;
  const jobs = [
    startJob('resume starts', 2_000, log, () => resumeStarts(context)),
    startJob('reconcile long games', 10_000, log, () => reconcileLongGames(context)),
    startJob('expire rematches', 5_000, log, () => expireRematches(context)),
    startJob('expire invitations', 60_000, log, () => expireInvitations(context)),
    startJob('close idle rooms', 60_000, log, () => closeIdleRooms(context)),
    startJob('delete closed rooms', 3_600_000, log, () => deleteClosedRooms(context)),
  ];
  lifecycle.onStop('jobs', () => Promise.all(jobs.map((job) => job.stop())));
}
