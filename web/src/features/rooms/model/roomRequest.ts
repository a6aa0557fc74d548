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
  /** The challenged player, for whom the dialog creates a room. */
  readonly challenged: ChallengedPlayer | null;
  /** The last error of creating a room, or of joining one by an unknown code. */
  readonly problem: Alert | null;
  /** The request without a response. */
  readonly pending: { readonly kind: Kind; readonly requestId: string } | null;
  /** The last request for a room without a success, which may come after the timeout, and whom it challenged. */
  readonly lastCreation: { readonly requestId: string; readonly challenged: ChallengedPlayer | null } | null;
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

export const IDLE: RoomRequests = {
  isCreating: false,
  challenged: null,
  problem: null,
  pending: null,
  lastCreation: null,
};

/** Reduces an event. Responses to other requests change nothing (docs/spec/play.md#play-4.9). */
export function step(state: RoomRequests, event: RoomRequestEvent): RoomRequests {
  const { pending, challenged, lastCreation } = state;
  switch (event.type) {
    case 'open':
      return pending ? state : { ...IDLE, lastCreation, isCreating: true, challenged: event.challenged };
    case 'close':
      return pending?.kind === 'create' ? state : { ...state, isCreating: false, problem: null };
    case 'forget':
      return IDLE;
    case 'request': {
      if (pending) return state;
      const { kind, requestId } = event;
      const creation = kind === 'create' ? { requestId, challenged } : lastCreation;
      return { ...state, problem: null, pending: { kind, requestId }, lastCreation: creation };
    }
    case 'done': {
      const rest = pending?.requestId === event.requestId ? { ...state, pending: null } : state;
      return lastCreation?.requestId === event.requestId ? { ...IDLE, pending: rest.pending } : rest;
    }
    case 'failed':
      if (pending?.requestId !== event.requestId) return state;
      return { ...state, pending: null, problem: event.inPlace ? event.problem : null };
  }
}
