export { AchievementsOverlay, EditProfileOverlay, PlayerOverlay } from './lazy.ts';
