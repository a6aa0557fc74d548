export { ChatDialog } from './components/ChatDialog.tsx';
export { isPushExpected } from './model/ownMessages.ts';
export { chats, useChats } from './model/store.ts';
export { ChatPopups } from './lazy.ts';
