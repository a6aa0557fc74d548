import { lazyComponent } from '@/lib/lazyComponent.ts';

export const ComputerSetup = lazyComponent(
  async () => (await import('./components/ComputerSetup.tsx')).ComputerSetup,
);
