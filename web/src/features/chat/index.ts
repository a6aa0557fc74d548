export { ChatDialog } from './components/ChatDialog.tsx';
export { refetchChats } from './model/history.ts';
export { chats, useChats } from './model/store.ts';
export { ChatPopups } from './lazy.ts';
