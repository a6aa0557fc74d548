export { HomePage } from './lazy.ts';
