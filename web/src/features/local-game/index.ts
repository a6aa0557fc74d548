export { ComputerRecord } from './components/ComputerRecord.tsx';
export { DiscardQuestion } from './components/DiscardQuestion.tsx';
export { DifficultySetting } from './components/DifficultySetting.tsx';
export { LocalGameView } from './components/LocalGameView.tsx';
export { LocalResult } from './components/LocalResult.tsx';
export { ComputerSetup } from './lazy.ts';
export { useLocalGame } from './model/store.ts';
