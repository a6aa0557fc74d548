export { chooseMove } from '@fifteen/domain';
