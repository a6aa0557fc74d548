import type { Attributes, Counter, Histogram, ObservableResult } from '@opentelemetry/api';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { Lifecycle } from '../lifecycle.ts';

/**
 * The instruments of this process. Their names, labels and meaning stand in docs/metrics.md, which a test holds to what
 * is served. Labels are words and codes, never people, games or rooms: each new value is a series for ever.
 */
export const exporter = new PrometheusExporter({
  preventServerStart: true,
  withoutScopeInfo: true,
  withoutTargetInfo: true,
});
export const provider = new MeterProvider({ readers: [exporter] });
const meter = provider.getMeter('fifteen');

/** From a move over loopback to a caller's last patience, in seconds; the limits of docs/slo.md are among them. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.3, 0.5, 1, 2.5, 5, 10];

/** How large things are, or how long they take: seconds, unless the bounds of its buckets say otherwise. */
export const histogram = (name: string, description: string, bounds: number[] = SECONDS): Histogram =>
  meter.createHistogram(name, { description, advice: { explicitBucketBoundaries: bounds } });

/** How often something happened in this process. */
export const counter = (name: string, description: string): Counter =>
  meter.createCounter(name, { description });

/** A value for each set of labels. */
export type Reading = readonly (readonly [value: number, labels?: Attributes])[];

/** A value as it is when it is asked for, and NaN once it is not known any more. */
export function gauge(
  name: string,
  description: string,
  context: { lifecycle: Lifecycle },
  read: () => Reading | undefined,
): void {
  let before: Reading = [];
  const known = (): Reading => {
    const now = read() ?? [];
    // What is not observed again would stay on the page as it was: of two of the same labels the later one counts.
    const gone = before.map(([, labels]) => [Number.NaN, labels] as const);
    if (now.length > 0) before = now;
    return [...gone, ...now];
  };
  observe(name, meter.createObservableGauge(name, { description }), context, known);
}

/** A sum that somebody else keeps and that never falls; as it was last while it is not known. */
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

/** Records how long `work` takes in seconds, with the labels that its end has. */
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

/** Seconds since an instant of `performance.now()`. */
export const since = (began: number): number => (performance.now() - began) / 1_000;
