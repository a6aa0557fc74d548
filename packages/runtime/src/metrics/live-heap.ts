import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';
import type { Lifecycle } from '../lifecycle.ts';
import { gauge } from './meter.ts';

/** Spaces of objects that have survived. Compiled code has others: V8 adds to them for hours, and their bound is the program. */
const SPACES = ['old_space', 'large_object_space'];

/**
 * Exports what a full garbage collection has left of the heap. It grows with each leak, whereas the used heap and resident
 * memory vary by more than that with the garbage that V8 has not collected yet.
 */
export function observeLiveHeap(context: { lifecycle: Lifecycle }): void {
  let bytes = objectBytes();
  const observer = new PerformanceObserver((list) => {
    if (list.getEntries().some(isFull)) bytes = objectBytes();
  });
  observer.observe({ type: 'gc' });
  context.lifecycle.onStop('live heap', async () => observer.disconnect());
  gauge('fifteen_live_heap_bytes', 'Objects after the last full garbage collection.', context, () => [
    [bytes],
  ]);
}

/** An entry of a collection, for which Node's types have no name. */
interface CollectionEntry extends PerformanceEntry {
  readonly detail: { readonly kind: number };
}

const isFull = (entry: PerformanceEntry): boolean =>
  (entry as CollectionEntry).detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;

const objectBytes = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name: name }) => SPACES.includes(name))
    .reduce((sum, { space_used_size: used }) => sum + used, 0);
