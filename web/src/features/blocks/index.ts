export { useBlocking, useIsBlocked } from './api.ts';
export { BlockButton } from './components/BlockButton.tsx';
export { BlockedList } from './components/BlockedList.tsx';
