export { levelReached } from './api.ts';
export { ProgressNotices } from './components/ProgressNotices.tsx';
