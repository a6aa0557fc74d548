import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Returns the error of a query, also while the query is fetched again without data: that resets its error, and the retry
 * would leave the page together with its focus (WCAG 2.4.3).
 */
export function useLoadError({
  data,
  error,
  errorUpdateCount,
}: Pick<UseQueryResult, 'data' | 'error' | 'errorUpdateCount'>): Error | null {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  // The count belongs to the query: that of another one, which has not failed, is 0.
  return error ?? (data === undefined && errorUpdateCount > 0 ? last : null);
}
