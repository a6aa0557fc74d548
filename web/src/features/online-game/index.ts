export { OnlineResult } from './components/OnlineResult.tsx';
export { PendingGameView } from './components/PendingGameView.tsx';
export { receiveQuickChat } from './model/chat.ts';
export { receiveEmoji } from './model/emojis.ts';
export { stakeAt } from './model/ending.ts';
export { finishedGameId } from './model/finishedGame.ts';
export { leaveGame } from './model/leaveGame.ts';
export { sideOf } from './model/onlineGame.ts';
export {
  showFailureAlert,
  nameOf,
  notifyEnded,
  notifyMatched,
  notifyReconnected,
  notifyRoomEnded,
  notifyFailure,
} from './model/notifications.ts';
export { refreshRecords } from './model/records.ts';
export { rematchOpponent } from './model/rematchOpponent.ts';
export { clearLastUser } from './model/sessionEnd.ts';
export { onlineGameHandlers, useOnlineGame } from './model/store.ts';
export { OnlineGameView, SpectatorView } from './lazy.ts';
