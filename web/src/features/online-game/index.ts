export { hearOpponent } from './model/chat.ts';
export { hearEmoji } from './model/emojis.ts';
export { stakeAt } from './model/ending.ts';
export { leaveTable } from './model/leaveTable.ts';
export { playerAt, sideOf } from './model/onlineGame.ts';
export {
  alertFailure,
  nameOf,
  sayEnded,
  sayExpired,
  sayMatched,
  sayReconnected,
  sayRoomEnded,
  tellFailure,
} from './model/sayings.ts';
export { onlineTable, useOnline } from './model/store.ts';
export { OnlineTable, WatchTable } from './lazy.ts';
