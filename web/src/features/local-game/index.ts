export { ComputerRecord } from './components/ComputerRecord.tsx';
export { DifficultySetting } from './components/DifficultySetting.tsx';
export { LocalTable } from './components/LocalTable.tsx';
export { useLocalGame } from './model/store.ts';
