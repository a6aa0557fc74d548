import type { Lifecycle } from '../lifecycle.ts';
import { gauge } from './meter.ts';

/** Exports whether a dependency's connection works. */
export function observeDependency(
  dependency: 'postgres' | 'redis' | 'nats',
  context: { lifecycle: Lifecycle },
  isUp: () => boolean,
): void {
  gauge('dependency_up', 'Whether the connection works, as far as is known.', context, () => [
    [isUp() ? 1 : 0, { dependency }],
  ]);
}
