export { AchievementsDialog } from './components/AchievementsDialog.tsx';
export { BorderPicker } from './components/BorderPicker.tsx';
export { achieved } from './model/unlocked.ts';
