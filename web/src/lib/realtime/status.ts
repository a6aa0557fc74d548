import { create } from 'zustand';

/**
 * `off`: no user is signed in; `lost`: it was open and is being reconnected; `connecting`: for the first time;
 * `taken`: the server has given its place to a newer tab, and only the user can want it back.
 */
export type ConnectionStatus = 'off' | 'connecting' | 'open' | 'lost' | 'superseded';

interface Connection {
  status: ConnectionStatus;
  /** Round trip of the last ping in milliseconds; null while unknown. */
  latency: number | null;
}

/** How the connection to the game server is. Written by the connection only. */
export const useConnectionStatus = create<Connection>()(() => ({ status: 'off', latency: null }));
