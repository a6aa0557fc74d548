import type { z } from 'zod';
import { AppError } from '../app-error.ts';

/**
 * Returns the request with the types of its schema.
 * @throws INVALID, with the field and the reason
 */
export function parseRequest<T extends z.ZodType>(schema: T, request: unknown): z.output<T> {
  const result = schema.safeParse(request);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new AppError('INVALID', {
    reason: [issue?.path.join('.'), issue?.message].filter(Boolean).join(': '),
  });
}
