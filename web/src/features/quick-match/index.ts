export { QuickMatchCard } from './components/QuickMatchCard.tsx';
export { quickMatch, useSearch } from './model/store.ts';
export { MatchDialog } from './lazy.ts';
