export { RulesCard } from './components/RulesCard.tsx';
export { RulesDialog } from './lazy.ts';
