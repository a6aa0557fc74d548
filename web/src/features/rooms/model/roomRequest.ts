import type { Alert } from '@/lib/state/alert.ts';

/** What can be asked for; one thing at a time. */
export type Kind = 'create' | 'join' | 'start';

/** A player who is challenged to a game. */
export interface Guest {
  readonly id: string;
  readonly displayName: string;
}

/** The pending request for a room, and the state of its dialog. */
export interface RoomRequests {
  /** The dialog in which a room is made is open. */
  readonly isCreating: boolean;
  /** The player for whom it is made: they are invited when it is there. */
  readonly guest: Guest | null;
  /** Why the last attempt to make one failed, or to join one by a code that no room has. */
  readonly problem: Alert | null;
  /** What was asked for and is not answered yet. */
  readonly pending: { readonly kind: Kind; readonly requestId: string } | null;
}

export type RoomRequestEvent =
  | { type: 'open'; guest: Guest | null }
  | { type: 'close' }
  | { type: 'request'; kind: Kind; requestId: string }
  | { type: 'done'; requestId: string }
  /** `inPlace`: shown where the room was asked for, not in a dialog. */
  | { type: 'failed'; requestId: string; problem: Alert; inPlace: boolean };

export const IDLE: RoomRequests = { isCreating: false, guest: null, problem: null, pending: null };

/** One step. Answers to anything but the present request change nothing (docs/spec/play.md#play-4.9). */
export function step(state: RoomRequests, event: RoomRequestEvent): RoomRequests {
  const { pending } = state;
  switch (event.type) {
    case 'open':
      return pending ? state : { ...IDLE, isCreating: true, guest: event.guest };
    case 'close':
      return pending?.kind === 'create' ? state : { ...state, isCreating: false, problem: null };
    case 'request':
      return pending
        ? state
        : { ...state, problem: null, pending: { kind: event.kind, requestId: event.requestId } };
    case 'done':
      if (pending?.requestId !== event.requestId) return state;
      return pending.kind === 'create' ? IDLE : { ...state, pending: null };
    case 'failed':
      if (pending?.requestId !== event.requestId) return state;
      return { ...state, pending: null, problem: event.inPlace ? event.problem : null };
  }
}
