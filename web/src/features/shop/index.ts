export { ShopPage } from './lazy.ts';
