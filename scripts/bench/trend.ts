/** One value over time; the times are in seconds. */
export interface Series {
  readonly at: number[];
  readonly values: number[];
}

/** The straight line through a series, and how sure its slope is. */
export interface Trend {
  readonly mean: number;
  /** Change an hour. */
  readonly slope: number;
  /** Standard error of the slope. */
  readonly error: number;
}

/** Fits a line by least squares. */
export function trendOf({ at, values }: Series): Trend {
  const count = at.length;
  const mean = average(values);
  const middle = average(at);
  const spread = at.reduce((sum, t) => sum + (t - middle) ** 2, 0);
  if (count < 3 || spread === 0) return { mean, slope: 0, error: Number.POSITIVE_INFINITY };
  const slope = at.reduce((sum, t, index) => sum + (t - middle) * ((values[index] ?? 0) - mean), 0) / spread;
  const rest = at.reduce(
    (sum, t, index) => sum + ((values[index] ?? 0) - mean - slope * (t - middle)) ** 2,
    0,
  );
  return { mean, slope: slope * 3_600, error: Math.sqrt(rest / (count - 2) / spread) * 3_600 };
}

/**
 * Returns whether a series grows: the line rises by more than `allowed` in `hours`, and noise does not explain it (three
 * standard errors).
 */
export const isGrowing = ({ slope, error }: Trend, hours: number, allowed: number): boolean =>
  slope * hours > allowed && slope > 3 * error;

const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
