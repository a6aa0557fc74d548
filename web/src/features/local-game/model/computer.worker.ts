import { chooseMove, evaluate, type Marks } from '@fifteen/domain';
import type { Answers, Question } from './computer.ts';

const answers: { [Kind in Question['kind']]: (marks: Marks) => Answers[Kind] } = {
  move: (marks) => chooseMove(marks, 'master', Math.random),
  // The first of several best moves: who asks again gets the same one.
  hint: (marks) => ({ position: chooseMove(marks, 'master', () => 0), value: evaluate(marks).value }),
};

self.onmessage = ({ data: { kind, marks } }: MessageEvent<Question>) =>
  self.postMessage(answers[kind](marks));
