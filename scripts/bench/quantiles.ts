/** Returns the value below which this share (0 to 1) of all values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Returns the median of values. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Returns p50, p95, p99 and the maximum, in columns of 8 characters. */
export const quantiles = (values: readonly number[]): string =>
  [0.5, 0.95, 0.99, 1].map((share) => quantile(values, share).toFixed(1).padStart(8)).join('');
