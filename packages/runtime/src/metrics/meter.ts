import type { Attributes, Counter, Histogram, ObservableResult } from '@opentelemetry/api';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { Lifecycle } from '../lifecycle.ts';

/**
 * Exports the metrics of this process. Our own metrics have the prefix `fifteen_`, written in full where they are
 * defined, so that a search for a name on a dashboard finds its code. docs/metrics.md lists names, labels and meaning;
 * a test compares it with the metrics that are served. Label values are from fixed sets, never ids of users, games or
 * rooms, because each new value creates a time series.
 */
export const exporter = new PrometheusExporter({
  preventServerStart: true,
  withoutScopeInfo: true,
  withoutTargetInfo: true,
});
/** Creates the instruments that `exporter` exports. */
export const provider = new MeterProvider({ readers: [exporter] });
const meter = provider.getMeter('fifteen');

/** Bucket bounds in seconds, from a move over loopback to the longest timeout; they include the limits of docs/slo.md. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.3, 0.5, 1, 2.5, 5, 10];

/** Creates a histogram. The unit is seconds unless `bounds` are those of another unit. */
export const histogram = (name: string, description: string, bounds: number[] = SECONDS): Histogram =>
  meter.createHistogram(name, { description, advice: { explicitBucketBoundaries: bounds } });

/** Creates a counter of events in this process. */
export const counter = (name: string, description: string): Counter =>
  meter.createCounter(name, { description });

/** One value for each set of labels. */
export type Reading = readonly (readonly [value: number, labels?: Attributes])[];

/** Registers a gauge that `read` fills at each scrape. A series that `read` no longer returns becomes NaN. */
export function gauge(
  name: string,
  description: string,
  context: { lifecycle: Lifecycle },
  read: () => Reading | undefined,
): void {
  let before: Reading = [];
  const known = (): Reading => {
    const now = read() ?? [];
    // The exporter repeats the last value of a series that is not observed again. Of two equal label sets the later counts.
    const resets = before.map(([, labels]) => [Number.NaN, labels] as const);
    if (now.length > 0) before = now;
    return [...resets, ...now];
  };
  observe(name, meter.createObservableGauge(name, { description }), context, known);
}

/** Registers a counter whose value `read` fetches from elsewhere. While `read` returns nothing, the last value stays. */
export function observableCounter(
  name: string,
  description: string,
  context: { lifecycle: Lifecycle },
  read: () => Reading | undefined,
): void {
  observe(name, meter.createObservableCounter(name, { description }), context, read);
}

type Observable = ReturnType<typeof meter.createObservableGauge>;

function observe(
  name: string,
  instrument: Observable,
  { lifecycle }: { lifecycle: Lifecycle },
  read: () => Reading | undefined,
): void {
  const callback = (result: ObservableResult): void => {
    for (const [value, labels] of read() ?? []) result.observe(value, labels);
  };
  instrument.addCallback(callback);
  lifecycle.onStop(`metric ${name}`, async () => instrument.removeCallback(callback));
}

/** Records the duration of `work` in seconds, with labels that depend on its error. */
export async function timed<T>(
  durations: Histogram,
  work: () => Promise<T>,
  labels: (error?: unknown) => Attributes,
): Promise<T> {
  const began = performance.now();
  try {
    const result = await work();
    durations.record(secondsSince(began), labels());
    return result;
  } catch (error) {
    durations.record(secondsSince(began), labels(error));
    throw error;
  }
}

/** Returns the seconds since `began`, a value of `performance.now()`. */
export const secondsSince = (began: number): number => (performance.now() - began) / 1_000;
