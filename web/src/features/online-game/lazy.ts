import { lazily } from '@/lib/lazily.ts';

export const OnlineTable = lazily(async () => (await import('./components/OnlineTable.tsx')).OnlineTable);
export const WatchTable = lazily(async () => (await import('./components/WatchTable.tsx')).WatchTable);
