import { z } from 'zod';
import { IDEMPOTENCY_KEY_MAX } from '../constants.ts';
import { ErrorBody } from '../error-body.ts';
import { ERROR_STATUS, type ErrorCode } from '@fifteen/domain';
import type { Route } from '../routes.ts';

/** Description of a call, beside its route. */
interface CallSpec {
  summary: string;
  /**
   * Whether the call needs a valid `sid`; without one the response is UNAUTHORIZED. `optional`: the handler decides.
   * Default: true.
   */
  session?: boolean | 'optional';
  params?: z.core.$ZodType;
  query?: z.core.$ZodType;
  body?: z.core.$ZodType;
  /** Maximum bytes of the body. Default: 64 KiB. */
  bodyBytes?: number;
  /** Error of a larger body. Default: PAYLOAD_TOO_LARGE. */
  bodyError?: ErrorCode;
  /** The successful response, by status. */
  ok: Record<number, z.core.$ZodType>;
  /**
   * The services respond to a repeat as to the first call, cookies included: no response is stored for an
   * Idempotency-Key.
   */
  idempotent?: true;
  /** Error codes of this call, beside those of all calls. */
  errors?: readonly ErrorCode[];
}

/** A call as the gateway registers it. The names are Fastify's, except for `query` (querystring). */
export interface Call extends Route {
  /** One line for the list of calls. */
  readonly summary: string;
  /** Codes of the errors of this call, with those that all calls share. */
  readonly errors: readonly ErrorCode[];
  /** Lists the errors with their status, for readers of the API. */
  readonly description: string;
  /** Whether the caller needs a valid session; `optional`: the handler decides. */
  readonly session: boolean | 'optional';
  readonly headers?: z.core.$ZodType;
  readonly params?: z.core.$ZodType;
  readonly query?: z.core.$ZodType;
  readonly body?: z.core.$ZodType;
  /** Maximum bytes of the body; 64 KiB without it. */
  readonly bodyBytes?: number;
  /** The services handle repeats: the gateway stores no response for an Idempotency-Key. */
  readonly idempotent?: true;
  /** Error of a larger body; PAYLOAD_TOO_LARGE without it. */
  readonly bodyError?: ErrorCode;
  /** Schemas by status, and `4xx` and `5xx` for all errors. */
  readonly responses: Record<number | string, z.core.$ZodType>;
}

/** Headers of every call that changes something. A call whose session is of another user than expected is rejected. */
const mutationHeaders = (keyUse: string) =>
  z.looseObject({
    'idempotency-key': z
      .string()
      .min(1)
      .max(IDEMPOTENCY_KEY_MAX)
      .regex(/^[\x21-\x7E]+$/, 'must be visible ASCII')
      .optional()
      .describe(keyUse),
    'x-expected-user': z
      .string()
      .optional()
      .describe(
        'Id of the user for whom alone this request is meant; UNAUTHORIZED in a session of another user',
      ),
  });
const sessionHeaders = mutationHeaders('Makes a repeat of this request harmless');
const visitorHeaders = mutationHeaders(
  'Names this request in its repeats, for the calls listed in docs/api.md',
);

/** Errors of every call that changes something. */
const MUTATION_ERRORS = [
  'UNAUTHORIZED',
  'FOREIGN_ORIGIN',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const;

type Failures = { '4xx': typeof ErrorBody; '5xx': typeof ErrorBody };
type CallOf<R extends Route, S extends CallSpec> = R &
  Omit<S, 'ok' | 'errors' | 'session'> & {
    readonly errors: readonly ErrorCode[];
    readonly description: string;
    readonly session: S extends { session: false | 'optional' } ? S['session'] : true;
    readonly responses: S['ok'] & Failures;
  } & (R['method'] extends 'GET' | 'HEAD' ? unknown : { readonly headers: typeof sessionHeaders });

/** Rejects properties that `CallSpec` does not have: a generic parameter admits them otherwise. */
type Exact<S extends CallSpec> = S & Record<Exclude<keyof S, keyof CallSpec>, never>;

/** Describes a call: adds the errors that all calls share and, to those that change something, the headers. */
export function call<const R extends Route, const S extends CallSpec>(
  route: R,
  spec: Exact<S>,
): CallOf<R, S> {
  const { ok, errors = [], session = true, ...rest } = spec;
  const isMutation = route.method !== 'GET' && route.method !== 'HEAD';
  const codes = new Set<ErrorCode>([
    ...errors,
    ...(session ? (['UNAUTHORIZED'] as const) : []),
    ...(isMutation ? MUTATION_ERRORS : []),
    // The gateway compares a key with those of the responses that it has stored.
    ...(isMutation && session && !spec.idempotent ? (['IDEMPOTENCY_KEY_REUSED'] as const) : []),
    'INVALID_REQUEST',
    'TOO_MANY_REQUESTS',
    'INTERNAL',
    'SERVICE_UNAVAILABLE',
  ]);
  const documented = {
    ...route,
    ...rest,
    session,
    errors: [...codes],
    description: `Errors: ${[...codes].map((code) => `${code} (${ERROR_STATUS[code]})`).join(', ')}.`,
    ...(isMutation ? { headers: session ? sessionHeaders : visitorHeaders } : {}),
    responses: { ...ok, '4xx': ErrorBody, '5xx': ErrorBody },
  };
  // The compiler cannot evaluate the conditional part of the type; the line above makes it true.
  return documented as unknown as CallOf<R, S>;
}

/** A response without a body (204, or to HEAD). */
export const noContent = z.undefined();
/** A response with one sentence for users. */
export const TextResponse = z.object({ message: z.string() });

/** Opaque position after the last row of a page. */
export const cursor = z
  .string()
  .min(1)
  .max(256)
  .regex(/^[A-Za-z0-9_=.:-]+$/, 'must be a cursor');

/** Number of rows that a client wants in a response: at most `max`, which is the default. */
export const rowLimit = (max: number) =>
  z.coerce.number().describe(`A whole number from 1 to ${max}`).pipe(z.int().min(1).max(max)).default(max);
