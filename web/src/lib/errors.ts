import type { ErrorBody } from '@fifteen/contract';
import { type ErrorCode, MINIMUM_COINS_ONLINE } from '@fifteen/domain';
import i18next, { type ParseKeys, t } from 'i18next';
import { isText } from '@/lib/i18n/i18n.ts';
import type { ApiError } from './apiError.ts';

/** An error in the user's language: a short title and a sentence. */
export interface Explanation {
  title: string;
  text: string;
}

/** What the caller knows about the error. */
interface Context {
  /** Name of the player whose turn it is. */
  player?: string;
  /** Key of the caller's text for an error without a clear cause. */
  fallback?: ParseKeys;
}

type Details = NonNullable<ErrorBody['details']>;

/** Known messages without a code, more specific ones first (docs/spec/play.md#play-8.7). */
const known: [RegExp, ParseKeys][] = [
  [/blocked by (this |the )?user|you are blocked/i, 'errors.blocked'],
  [/target connection not found|friend is offline/i, 'errors.friendOffline'],
  [/you have blocked this user/i, 'errors.codes.BLOCKED_BY_YOU'],
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

/** Codes that share the text of another code or of a screen. */
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
  PLAY_AGAIN_NOT_FOUND: 'errors.codes.REQUEST_NOT_FOUND',
  PICTURE_NOT_FOUND: 'errors.codes.NOT_FOUND',
  GIFT_NOT_FOUND: 'errors.codes.NOT_FOUND',
  ITEM_NOT_FOUND: 'errors.codes.NOT_FOUND',
  LEVEL_UP_NOT_FOUND: 'errors.codes.NOT_FOUND',
} as const satisfies Partial<Record<ErrorCode, ParseKeys>>;

const keyOf = (code: string): string =>
  code in sharedTexts ? sharedTexts[code as keyof typeof sharedTexts] : `errors.codes.${code}`;

/** Generic codes: the text of the caller's screen, if it has one, is better. */
const genericCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'INVALID',
  'INVALID_REQUEST',
  'INVALID_MESSAGE',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
]);

/** Whether a message is meant for players: no names of fields, types, code or markup, and not a whole page. */
function isClear(message: string): boolean {
  return (
    /^[\p{Lu}\p{Lo}][^{}<>[\]\\_|=]{7,160}$/u.test(message) &&
    message.includes(' ') &&
    !/\b(expected|undefined|null|NaN|JSON|SQL|object|string|exception|stack|at line|\w+Error|E[A-Z]{5,})\b|\w\.\w|::/.test(
      message,
    )
  );
}

/** Returns the fields of an error: thrown by a call, or received over the socket. */
function fieldsOf(error: unknown): { message: string; code: string; status: number; details: Details } {
  if (typeof error === 'string') return { message: error, code: '', status: 0, details: {} };
  const { message, code, status, body, details } = (error ?? {}) as Partial<ApiError & ErrorBody>;
  return {
    message: typeof message === 'string' ? message : '',
    code: typeof code === 'string' ? code : '',
    status: typeof status === 'number' ? status : 0,
    details: body?.details ?? details ?? {},
  };
}

/**
 * Returns the values of a text: from the error's details, or the defaults of the specification
 * (docs/spec/play.md#play-5.4).
 */
function valuesOf(
  code: string,
  { coins = MINIMUM_COINS_ONLINE, games = 20, opponents = 5, player }: Details,
  context: Context,
) {
  const count = code === 'STAKE_LIMIT' ? games : coins;
  return { player: context.player ?? player ?? t('errors.opponent'), amount: coins, count, opponents };
}

/**
 * Returns the text of any error (docs/spec/play.md#play-8.7): of its code; without a known code of a known message,
 * else (on an English page) the server's own text if it is clear, else of its status. Anything else becomes "An error
 * occurred. Please try again."
 */
export function explainError(error: unknown, context: Context = {}): Explanation {
  const { code, status: given, message: raw, details } = fieldsOf(error);
  const titleKey = `errors.titles.${code}`;
  const title = isText(titleKey) ? t(titleKey) : t('errors.title');

  const fill = valuesOf(code, details, context);
  const codeKey = keyOf(code);
  if (code !== '' && isText(codeKey, fill)) {
    const fallback = genericCodes.has(code) ? context.fallback : undefined;
    return { title, text: fallback ? t(fallback) : t(codeKey, fill) };
  }

  const prefix = /^(\d{3}):?\s+/.exec(raw);
  const status = given || Number(prefix?.[1] ?? 0);
  const message = raw.slice(prefix?.[0].length ?? 0).trim();
  const match = known.find(([pattern]) => pattern.test(message))?.[1];
  if (match) return { title, text: t(match) };
  if (isClear(message) && i18next.language === 'en') return { title, text: message };
  if (context.fallback && status < 500) return { title, text: t(context.fallback) };
  return { title, text: t(statuses[status] ?? 'errors.generic') };
}
