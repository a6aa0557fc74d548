import { create } from 'zustand';

/** `off`: nobody is signed in; `lost`: it stood and is being brought back; `connecting`: for the first time. */
export type LineStatus = 'off' | 'connecting' | 'open' | 'lost';

interface Line {
  status: LineStatus;
  /** Round trip of the last ping in milliseconds; null while unknown. */
  latency: number | null;
}

/** How the line to the game server is. Written by the connection only. */
export const useLine = create<Line>()(() => ({ status: 'off', latency: null }));
