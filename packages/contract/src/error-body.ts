import { type DetailsOf, type ErrorCode, isErrorCode } from '@fifteen/domain';
import { z } from 'zod';
import { catalogueError } from './errors.ts';

/** Values in the text of an error, with which a client writes the text in its own language. */
export const PublicDetails = z.object({
  coins: z
    .number()
    .optional()
    .describe('Whole coins: the balance required or available, the price, or the largest bet'),
  games: z.number().optional().describe('Games after which the limit ends'),
  opponents: z.number().optional().describe('Different opponents in these games'),
  player: z.string().optional().describe('Display name of the player who has to move'),
  field: z.string().optional().describe('Path of the field that is wrong'),
});

/**
 * Body of every response that is not a success. `error` is a short title, where the code has one; `message` is the
 * whole text.
 */
export const ErrorBody = z
  .object({
    error: z.string(),
    message: z.string(),
    code: z
      .string()
      .regex(/^[A-Z][A-Z_]*$/)
      .describe('From the error catalogue; never changes'),
    details: PublicDetails.optional().describe('The values in the message'),
    needsVerification: z.boolean().optional().describe('The e-mail address has to be verified first'),
    email: z.string().optional().describe('The address to verify, with `needsVerification`'),
    retryAfter: z
      .number()
      .min(0)
      .optional()
      .describe('Seconds after which the same call can succeed, as in the Retry-After header'),
    setting: z
      .string()
      .optional()
      .describe('Not in production: the environment variable of the server that raises this limit'),
  })
  .meta({ id: 'ErrorBody', description: 'Why a request failed' });
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The response to an error. A socket gets the same fields in a message. */
export interface ErrorResponse {
  status: number;
  body: ErrorBody;
}

/**
 * Converts an error to the response to a client. An unknown code becomes INTERNAL, and only details that ErrorBody names
 * are passed on, so that nothing internal is ever shown.
 */
export function errorResponse(code: string, details: DetailsOf<ErrorCode> = {}): ErrorResponse {
  const { status, ...texts } = catalogueError(code, details);
  const values = PublicDetails.parse(details);
  const body: ErrorBody = { ...texts, ...(Object.keys(values).length > 0 ? { details: values } : {}) };
  if (code === 'NEEDS_VERIFICATION') body.needsVerification = true;
  if (details.email) body.email = details.email;
  if (details.retryAfter !== undefined) body.retryAfter = details.retryAfter;
  if (details.setting) body.setting = details.setting;
  return { status, body };
}

/** An issue of zod, or of Fastify's validation on top of it. */
interface Issue {
  message?: string;
  path?: readonly PropertyKey[];
  instancePath?: string;
}

/**
 * Returns the error of a request or frame that fits no schema: of the first issue, its message where that is a code of the
 * catalogue, else the field's name and zod's own text under `code`.
 */
export function errorOfIssues(
  issues: readonly Issue[],
  code: 'INVALID_REQUEST' | 'INVALID_MESSAGE',
): { code: ErrorCode; details: DetailsOf<ErrorCode> } {
  const [first] = issues;
  if (!first?.message) return { code, details: {} };
  if (isErrorCode(first.message)) return { code: first.message, details: {} };
  const field = first.path?.map(String).join('.') ?? first.instancePath?.slice(1).replaceAll('/', '.');
  return { code, details: { reason: first.message, ...(field ? { field } : {}) } };
}
