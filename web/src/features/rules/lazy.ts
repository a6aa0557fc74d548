import { lazyComponent } from '@/lib/lazyComponent.ts';

export const RulesDialog = lazyComponent(
  async () => (await import('./components/RulesDialog.tsx')).RulesDialog,
);
