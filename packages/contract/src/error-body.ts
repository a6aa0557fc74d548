import { z } from 'zod';
import { catalogueError, isErrorCode } from './errors.ts';

/** Every answer that is not a success. `error` is a short title where there is one, `message` the whole text. */
export const ErrorBody = z
  .object({
    error: z.string(),
    message: z.string(),
    code: z
      .string()
      .regex(/^[A-Z][A-Z_]*$/)
      .describe('From the error catalogue; never changes'),
    needsVerification: z.boolean().optional().describe('The e-mail address has to be verified first'),
    email: z.string().optional().describe('Which one, with `needsVerification`'),
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
  .meta({ id: 'ErrorBody', description: 'Why a request was refused' });
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The response to an error. A socket gets the body's texts and code only. */
export interface Refusal {
  status: number;
  body: ErrorBody;
}

/**
 * Converts an error to the response to a client. An unknown code becomes INTERNAL, and only details that ErrorBody names
 * are passed on, so that no internal text is ever shown.
 * @param words the thrower's own text, for codes that have no fixed one
 * @param details fill the `{…}` of the text; `needsVerification`, `email`, `retryAfter` and `setting` go into the body
 */
export function refusal(code: string, words?: string, details: Record<string, unknown> = {}): Refusal {
  const { status, ...texts } = catalogueError(code, words, details);
  const body: ErrorBody = texts;
  if (details.needsVerification === true) body.needsVerification = true;
  if (typeof details.email === 'string') body.email = details.email;
  if (typeof details.retryAfter === 'number') body.retryAfter = details.retryAfter;
  if (typeof details.setting === 'string') body.setting = details.setting;
  return { status, body };
}

/** What zod, or Fastify's validation on top of it, says of bad input. */
interface Issue {
  message?: string;
  path?: readonly PropertyKey[];
  instancePath?: string;
}

/**
 * Returns the error of a request or frame that fits no schema: of the first issue, the catalogue's text where its
 * message is a code of the catalogue, else the field's name and zod's own text under `code`.
 */
export function explainIssues(
  issues: readonly Issue[],
  code: 'INVALID_REQUEST' | 'INVALID_MESSAGE',
): Refusal {
  const [first] = issues;
  if (!first?.message) return refusal(code);
  if (isErrorCode(first.message)) return refusal(first.message);
  const field = first.path?.map(String).join('.') ?? first.instancePath?.slice(1).replaceAll('/', '.');
  return refusal(code, field ? `${field}: ${first.message}` : first.message);
}
