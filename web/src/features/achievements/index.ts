export { AchievementsDialog } from './components/AchievementsDialog.tsx';
export { BorderPicker } from './components/BorderPicker.tsx';
export { notifyAchievement } from './model/unlocked.ts';
