import { lazily } from '@/lib/lazily.ts';

export const ComputerSetup = lazily(
  async () => (await import('./components/ComputerSetup.tsx')).ComputerSetup,
);
