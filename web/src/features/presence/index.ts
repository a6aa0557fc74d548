export { countOnline, useOnlineCount, usePushedCount } from './api.ts';
export { OnlineCard } from './components/OnlineCard.tsx';
export { OnlineRow } from './components/OnlineRow.tsx';
export { isOffline, startHeartbeat, usePresence } from './model/heartbeat.ts';
export { PlayerInvite } from './components/PlayerInvite.tsx';
