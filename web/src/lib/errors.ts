import type { ErrorCode } from '@fifteen/contract';
import i18next, { type ParseKeys, t } from 'i18next';
import { isText } from '@/lib/i18n/i18n.ts';
import type { ApiError } from './apiError.ts';

/** What went wrong, in the user's language: a short title and a sentence. */
export interface Explanation {
  title: string;
  text: string;
}

/** What the caller knows better than the server's sentence. */
interface Context {
  /** Whose turn it is. */
  player?: string;
  /** Key of the text that the caller's screen has for a error of which nothing clear is known. */
  fallback?: ParseKeys;
}

/** Messages that mean something although they came without a code, the more particular first (docs/spec/play.md#play-8.7). */
const known: [RegExp, ParseKeys][] = [
  [/blocked by (this |the )?user|you are blocked/i, 'errors.blocked'],
  [/you have blocked this user/i, 'errors.said.iBlocked'],
  [/in this room already/i, 'errors.said.inRoom'],
  [/you have answered this/i, 'errors.said.answered'],
  [/invitation not found/i, 'errors.said.invitationGone'],
  [/request not found/i, 'errors.said.requestGone'],
  [/a computer opponent cannot/i, 'errors.said.bot'],
  [/target connection not found|friend is offline/i, 'errors.friendOffline'],
  [/(user|player) not found/i, 'errors.codes.USER_NOT_FOUND'],
  [/not authenticated|unauthori[sz]ed/i, 'errors.codes.UNAUTHORIZED'],
  [/access denied|forbidden/i, 'errors.codes.FORBIDDEN'],
  [/invalid request|bad request/i, 'errors.codes.INVALID'],
  [/too many requests|rate limit/i, 'errors.codes.TOO_MANY_REQUESTS'],
  [/service unavailable/i, 'errors.codes.UNAVAILABLE'],
  [/(internal )?server error/i, 'errors.codes.INTERNAL'],
  [/network ?error|failed to fetch|load failed/i, 'errors.codes.NETWORK'],
  [/request time(d )?out/i, 'errors.codes.NO_ANSWER'],
  [/^not found\.?$/i, 'errors.codes.NOT_FOUND'],
  [/^conflict\.?$/i, 'errors.codes.CONFLICT'],
];

const statuses: Record<number, ParseKeys> = {
  400: 'errors.codes.INVALID',
  401: 'errors.codes.UNAUTHORIZED',
  403: 'errors.codes.FORBIDDEN',
  404: 'errors.codes.NOT_FOUND',
  409: 'errors.codes.CONFLICT',
  413: 'errors.codes.PAYLOAD_TOO_LARGE',
  429: 'errors.codes.TOO_MANY_REQUESTS',
  500: 'errors.codes.INTERNAL',
  503: 'errors.codes.UNAVAILABLE',
};

/** Codes that share the text of another code or of one screen. */
export const sharedTexts = {
  INVALID_REQUEST: 'errors.codes.INVALID',
  INVALID_MESSAGE: 'errors.codes.INVALID',
  UNKNOWN_MESSAGE: 'errors.codes.INVALID',
  UNSUPPORTED_MEDIA_TYPE: 'errors.codes.INVALID',
  INVALID_AMOUNT: 'errors.codes.INVALID_GAME',
  FOREIGN_ORIGIN: 'errors.codes.FORBIDDEN',
  IDEMPOTENCY_KEY_REUSED: 'errors.codes.CONFLICT',
  BLOCKED: 'errors.blocked',
  SERVICE_UNAVAILABLE: 'errors.codes.UNAVAILABLE',
} as const satisfies Partial<Record<ErrorCode, ParseKeys>>;

const keyOf = (code: string): string =>
  code in sharedTexts ? sharedTexts[code as keyof typeof sharedTexts] : `errors.codes.${code}`;

/**
 * Codes under which the server sends a sentence of its own. It is shown where the page is in English too; in the other
 * languages the screen's text or the code's text stands for it.
 */
const codesWithText = new Set([
  'INVALID',
  'INVALID_REQUEST',
  'INVALID_MESSAGE',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
]);

/** A sentence that a player wrote for a player: no names of fields, types, code or markup, and not a whole page. */
function isClear(message: string): boolean {
  return (
    /^[\p{Lu}\p{Lo}][^{}<>[\]\\_|=]{7,160}$/u.test(message) &&
    message.includes(' ') &&
    !/\b(expected|undefined|null|NaN|JSON|SQL|object|string|exception|stack|at line|\w+Error|E[A-Z]{5,})\b|\w\.\w|::/.test(
      message,
    )
  );
}

/** An error as it arrives: thrown by a call, or as the fields of a socket's error message. */
function fieldsOf(error: unknown): { message: string; code: string; status: number } {
  if (typeof error === 'string') return { message: error, code: '', status: 0 };
  const { message, code, status } = (error ?? {}) as Partial<ApiError>;
  return {
    message: typeof message === 'string' ? message : '',
    code: typeof code === 'string' ? code : '',
    status: typeof status === 'number' ? status : 0,
  };
}

/** Numbers stand in the server's sentence only: "You need 5000 coins …", "Finish 20 games …". */
function valuesOf(message: string, { player }: Context): Record<string, string | number> & { count: number } {
  const amount = /(\d[\d,]*) coins/.exec(message)?.[1]?.replaceAll(',', '');
  const games = /(\d+) games/.exec(message)?.[1] ?? 20;
  const coins = Number(amount ?? 1000);
  return { player: player ?? t('errors.opponent'), amount: coins, count: coins, games };
}

/**
 * The friendly text of any error (docs/spec/play.md#play-8.7): by its code, else by a known message, else (on an English page) the
 * server's own words where they are clear, else by its status; what is unclear or technical becomes "An error occurred. Please try again."
 */
export function explainError(error: unknown, context: Context = {}): Explanation {
  const { code, status: given, message: raw } = fieldsOf(error);
  const prefix = /^(\d{3}):?\s+/.exec(raw);
  const status = given || Number(prefix?.[1] ?? 0);
  const message = raw.slice(prefix?.[0].length ?? 0).trim();

  const fill = valuesOf(message, context);
  const titleKey = `errors.titles.${code}`;
  const title = isText(titleKey) ? t(titleKey) : t('errors.title');

  const codeKey = keyOf(code);
  const text = code !== '' && isText(codeKey, fill) ? t(codeKey, fill) : undefined;
  if (text && !codesWithText.has(code)) return { title, text };
  const match = known.find(([pattern]) => pattern.test(message))?.[1];
  if (match) return { title, text: t(match) };
  if (isClear(message) && i18next.language === 'en') return { title, text: message };
  if (context.fallback && status < 500) return { title, text: t(context.fallback) };
  return { title, text: text ?? t(statuses[status] ?? 'errors.generic') };
}
