import { chooseMove } from '@fifteen/domain';
import type { Question } from './computer.ts';

self.onmessage = ({ data }: MessageEvent<Question>) => {
  self.postMessage(chooseMove(data.marks, data.difficulty, Math.random));
};
