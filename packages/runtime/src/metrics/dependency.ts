import type { Lifecycle } from '../lifecycle.ts';
import { gauge } from './meter.ts';

/** Exports whether a dependency's connection works. */
export function observeDependency(
  dependency: 'postgres' | 'redis' | 'nats',
  context: { lifecycle: Lifecycle },
  isUp: () => boolean,
): void {
  gauge(
    'fifteen_dependency_up',
    '1 while the connection works, as far as the process knows.',
    context,
    () => [[isUp() ? 1 : 0, { dependency }]],
  );
}
