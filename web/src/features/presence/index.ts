export { countOnline, useOnlineCount } from './api.ts';
export { OnlineRow } from './components/OnlineRow.tsx';
export { isOffline, startHeartbeat, usePresence } from './model/heartbeat.ts';
