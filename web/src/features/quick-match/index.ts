export { PlayOnline } from './components/PlayOnline.tsx';
export { quickMatch, useSearch } from './model/store.ts';
export { MatchDialog } from './lazy.ts';
