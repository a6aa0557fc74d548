export { HomePage, RoomOverlay } from './lazy.ts';
