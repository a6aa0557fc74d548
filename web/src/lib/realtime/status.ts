import { create } from 'zustand';

/**
 * `off`: nobody is signed in; `lost`: it stood and is being brought back; `connecting`: for the first time;
 * `taken`: the server has given its place to a newer tab, and only the person can want it back.
 */
export type LineStatus = 'off' | 'connecting' | 'open' | 'lost' | 'taken';

interface Line {
  status: LineStatus;
  /** Round trip of the last ping in milliseconds; null while unknown. */
  latency: number | null;
}

/** How the line to the game server is. Written by the connection only. */
export const useLine = create<Line>()(() => ({ status: 'off', latency: null }));
