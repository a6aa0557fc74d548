import { z } from 'zod';
import { catalogueError, isErrorCode, type CatalogueError } from './errors.ts';

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
    retryAfter: z.number().min(0).optional().describe('Seconds, as in the Retry-After header'),
  })
  .meta({ id: 'ErrorBody', description: 'Why a request was refused' });
export type ErrorBody = z.infer<typeof ErrorBody>;

/** What zod says of bad input, as far as `explainIssues` reads it. */
interface Issue {
  path: PropertyKey[];
  message: string;
}

/**
 * What to tell a client whose request or frame fits no schema: the first issue that has a code of the catalogue of its
 * own, else the first issue with the field's name, under `code`.
 */
export function explainIssues(
  issues: readonly Issue[],
  code: 'INVALID_REQUEST' | 'INVALID_MESSAGE',
): CatalogueError {
  const catalogued = issues.find((issue) => isErrorCode(issue.message));
  if (catalogued) return catalogueError(catalogued.message);
  const [first] = issues;
  if (!first) return catalogueError(code);
  return catalogueError(code, [first.path.map(String).join('.'), first.message].filter(Boolean).join(': '));
}
