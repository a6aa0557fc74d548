import i18next from 'i18next';
import { explainError } from '@/lib/errors.ts';
import type { Alert } from '@/state/alert.ts';
import type { Kind } from './desk.ts';

const titles: Record<Kind, string> = {
  create: 'rooms.problem.create',
  join: 'rooms.problem.join',
  start: 'rooms.problem.start',
};

/** What to tell of a refusal. Where coins are short, that is the title (core-of-play 8). */
export function problemOf(kind: Kind, error: { code?: string; message?: string }): Alert {
  const { title, text } = explainError(error);
  if (error.code === 'INSUFFICIENT_COINS' || /\bcoins\b/i.test(error.message ?? ''))
    return { type: 'coins', title: i18next.t('errors.titles.INSUFFICIENT_COINS'), text };
  const untitled = title === i18next.t('errors.title');
  return { type: 'error', title: untitled ? i18next.t(titles[kind]) : title, text };
}

/** Nobody answered in time. */
export const lateProblem = (kind: Kind): Alert => ({
  type: 'error',
  title: i18next.t(titles[kind]),
  text: i18next.t(kind === 'start' ? 'errors.codes.NO_ANSWER' : 'rooms.timeout'),
});

export const unconnectedProblem = (kind: Kind): Alert => ({
  type: 'warning',
  title: i18next.t(titles[kind]),
  text: i18next.t('rooms.notConnected'),
});
