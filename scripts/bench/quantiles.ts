/** p50, p95, p99 and the greatest, in columns of 8 characters. */
export function quantiles(values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return [0.5, 0.95, 0.99, 1].map((share) => at(share).toFixed(1).padStart(8)).join('');
}
