import { create } from 'zustand';

/**
 * `off`: no user is signed in; `lost`: reconnecting; `connecting`: the first attempt; `superseded`: the
 * server closed one of too many tabs, and only the user can reconnect.
 */
export type ConnectionStatus = 'off' | 'connecting' | 'open' | 'lost' | 'superseded';

interface Connection {
  status: ConnectionStatus;
  /** Round trip of the last ping in milliseconds; null while unknown. */
  latency: number | null;
}

/** State of the connection to the game server; only the connection writes it. */
export const useConnectionStatus = create<Connection>()(() => ({ status: 'off', latency: null }));
