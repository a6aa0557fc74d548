import type { Alert } from '@/lib/state/alert.ts';

/** Kinds of requests, one of which can be pending. */
export type Kind = 'create' | 'join' | 'start';

/** A player who is challenged to a game. */
export interface ChallengedPlayer {
  readonly id: string;
  readonly displayName: string;
}

/** The pending request for a room, and the state of the dialog that creates one. */
export interface RoomRequests {
  /** Whether the dialog is open. */
  readonly isCreating: boolean;
  /** The challenged player, who is invited to the new room. */
  readonly challenged: ChallengedPlayer | null;
  /** The last error of creating a room, or of joining one by an unknown code. */
  readonly problem: Alert | null;
  /** The request without a response. */
  readonly pending: { readonly kind: Kind; readonly requestId: string } | null;
}

export type RoomRequestEvent =
  | { type: 'open'; challenged: ChallengedPlayer | null }
  | { type: 'close' }
  /** The user has signed out. */
  | { type: 'forget' }
  | { type: 'request'; kind: Kind; requestId: string }
  | { type: 'done'; requestId: string }
  /** `inPlace`: the error is shown where the request was made, not in a dialog. */
  | { type: 'failed'; requestId: string; problem: Alert; inPlace: boolean };

export const IDLE: RoomRequests = { isCreating: false, challenged: null, problem: null, pending: null };

/** Reduces an event. Responses to other requests change nothing (docs/spec/play.md#play-4.9). */
export function step(state: RoomRequests, event: RoomRequestEvent): RoomRequests {
  const { pending } = state;
  switch (event.type) {
    case 'open':
      return pending ? state : { ...IDLE, isCreating: true, challenged: event.challenged };
    case 'close':
      return pending?.kind === 'create' ? state : { ...state, isCreating: false, problem: null };
    case 'forget':
      return IDLE;
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
