export { TutorialDialog } from './lazy.ts';
