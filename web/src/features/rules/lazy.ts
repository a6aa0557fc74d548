import { lazily } from '@/lib/lazily.ts';

export const RulesDialog = lazily(async () => (await import('./components/RulesDialog.tsx')).RulesDialog);
