export { ShareAppDialog } from './lazy.ts';
