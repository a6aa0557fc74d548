export { refreshBoards } from './api.ts';
export { AllTimePage } from './lazy.ts';
