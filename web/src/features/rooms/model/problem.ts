import { type ParseKeys, t } from 'i18next';
import { explainError } from '@/lib/errors.ts';
import type { Alert } from '@/lib/state/alert.ts';
import type { Kind } from './roomRequest.ts';

const titles: Record<Kind, ParseKeys> = {
  create: 'rooms.problem.create',
  join: 'rooms.problem.join',
  start: 'rooms.problem.start',
};

/** Returns the alert for an error. If coins are missing, the title says so (docs/spec/play.md#play-8.3). */
export function problemOf(kind: Kind, error: { code?: string; message?: string }): Alert {
  const { title, text } = explainError(error);
  if (error.code === 'INSUFFICIENT_COINS' || (!error.code && /\bcoins\b/i.test(error.message ?? '')))
    return { type: 'coins', title: t('errors.titles.INSUFFICIENT_COINS'), text };
  const untitled = title === t('errors.title');
  return { type: 'error', title: untitled ? t(titles[kind]) : title, text };
}

/** Returns the alert for a timeout. */
export const lateProblem = (kind: Kind): Alert => ({
  type: 'error',
  title: t(titles[kind]),
  text: t(kind === 'start' ? 'errors.codes.NO_ANSWER' : 'rooms.timeout'),
});

export const unconnectedProblem = (kind: Kind): Alert => ({
  type: 'warning',
  title: t(titles[kind]),
  text: t('rooms.notConnected'),
});
