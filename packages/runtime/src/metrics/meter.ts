import type { Attributes, Counter, Histogram, ObservableResult } from '@opentelemetry/api';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { Lifecycle } from '../lifecycle.ts';

/**
 * The instruments of this process. docs/metrics.md lists their names, labels and meaning; a test compares it with what is
 * exported. Labels are words and codes, never users, games or rooms: each new value is another series.
 */
export const exporter = new PrometheusExporter({
  preventServerStart: true,
  withoutScopeInfo: true,
  withoutTargetInfo: true,
});
export const provider = new MeterProvider({ readers: [exporter] });
const meter = provider.getMeter('fifteen');

/** Seconds, from a move over loopback to the longest timeout; they include the limits of docs/slo.md. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.3, 0.5, 1, 2.5, 5, 10];

/** Creates a histogram, of seconds unless `bounds` are given. */
export const histogram = (name: string, description: string, bounds: number[] = SECONDS): Histogram =>
  meter.createHistogram(name, { description, advice: { explicitBucketBoundaries: bounds } });

/** Creates a counter of this process. */
export const counter = (name: string, description: string): Counter =>
  meter.createCounter(name, { description });

/** A value for each set of labels. */
export type Reading = readonly (readonly [value: number, labels?: Attributes])[];

/** Creates a gauge that is read at each scrape; NaN while its value is unknown. */
export function gauge(
  name: string,
  description: string,
  context: { lifecycle: Lifecycle },
  read: () => Reading | undefined,
): void {
  let before: Reading = [];
  const known = (): Reading => {
    const now = read() ?? [];
    // A series that is not observed would keep its last value. Of two with the same labels the later one counts.
    const gone = before.map(([, labels]) => [Number.NaN, labels] as const);
    if (now.length > 0) before = now;
    return [...gone, ...now];
  };
  observe(name, meter.createObservableGauge(name, { description }), context, known);
}

/** Creates a counter whose total another part keeps; it keeps its last value while the total is unknown. */
export function total(
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

/** Runs `work` and records its duration in seconds, with labels of its outcome. */
export async function timed<T>(
  durations: Histogram,
  work: () => Promise<T>,
  labels: (error?: unknown) => Attributes,
): Promise<T> {
  const began = performance.now();
  try {
    const result = await work();
    durations.record(since(began), labels());
    return result;
  } catch (error) {
    durations.record(since(began), labels(error));
    throw error;
  }
}

/** Returns the seconds since a value of `performance.now()`. */
export const since = (began: number): number => (performance.now() - began) / 1_000;
