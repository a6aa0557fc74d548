export { AchievementsDialog } from './components/AchievementsDialog.tsx';
export { GameAchievements } from './components/GameAchievements.tsx';
export { BorderPicker } from './components/BorderPicker.tsx';
export { notifyAchievement } from './model/unlocked.ts';
