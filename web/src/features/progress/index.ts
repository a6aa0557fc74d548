export { levelReached, refetchProgress } from './api.ts';
export { NewLevel } from './components/NewLevel.tsx';
export { ProgressNotices } from './components/ProgressNotices.tsx';
