export { chooseMove } from '@fifteen/rules';
