import { SEARCH_SECONDS } from '@fifteen/domain';

/**
 * Figures of the protocol and of the client's waiting times; figures of the product are in `@fifteen/domain`. Times are
 * milliseconds unless the name says otherwise. Nothing here imports zod, so that browsers can load it at little cost.
 */

// Bounds of frames and bodies

/** Longest `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_MAX = 128;
/** Bytes of one socket frame; a larger one closes with 1009. */
export const FRAME_MAX_BYTES = 16 * 1024;

// Delays and timeouts of the client (docs/spec/play.md#play-9.2)

/** Delay before a move of the computer in a local game. */
export const AI_MOVE_DELAY = 1_000;
/** Delay between a win against the computer and the request for its reward. */
export const LOCAL_WIN_REPORT_DELAY = 1_500;
/** Delay between the result that the opponent left and the game against the computer. */
export const OPPONENT_LEFT_SWITCH = 3_000;
/** Delay between the notice of an abandoned game and the home page. */
export const ABANDONED_REDIRECT = 2_000;
/** Timeout of the response to create_room. */
export const CREATE_ROOM_TIMEOUT = 15_000;
/** Timeout of the response to join_room_request. */
export const JOIN_ROOM_TIMEOUT = 25_000;
/** Timeout of the response to start_game_request. */
export const START_GAME_TIMEOUT = 15_000;
/** Time after which a search stops. */
export const MATCHMAKING_STOP = SEARCH_SECONDS * 1_000;
/** Time after which the progress bar of a search is full. */
export const MATCHMAKING_PROGRESS = 30_000;
/** Time after which the app warns that a search is about to stop. */
export const MATCHMAKING_WARNING = 25_000;
/** Time after which the app shows "Expanding search", until the warning. */
export const MATCHMAKING_EXPANDING = 10_000;
/** Time without a pong after which the connection counts as lost. */
export const PING_TIMEOUT = 5_000;
/** Interval of attempts to reconnect before a search. */
export const RECONNECT_RETRY = 3_000;
/** Duration of the confetti. */
export const CONFETTI = 2_500;
/** Interval of heartbeats. */
export const HEARTBEAT_EVERY = 45_000;
/** Heartbeats that fail in a row until the user's own app shows them as offline. */
export const HEARTBEAT_FAILURES = 2;
/** Interval of pings on the socket. */
export const KEEP_ALIVE_EVERY = 50_000;
/** Delay between the socket's `auth` and request_current_game_state. */
export const STATE_REQUEST_DELAY = 100;
/** Interval of request_current_game_state on a new connection until the state arrives. */
export const STATE_REQUEST_REPEAT = 3_000;
/** Interval of requests for the users who are online. */
export const ONLINE_USERS_EVERY = 30_000;
/** Interval of requests for the participants of the room. */
export const PARTICIPANTS_EVERY = 10_000;

export { BACKOFF } from './backoff.ts';

/** Frames kept while disconnected; duplicates are dropped (docs/spec/play.md#play-7.8). */
export const OUTBOX_MAX = 50;
/** Types of frames that are kept while disconnected. */
export const OUTBOX_TYPES = [
  'move',
  'join_room_request',
  'start_game_request',
  'start_matchmaking',
  'cancel_matchmaking',
  'play_again_response',
] as const;

/** Close codes of the socket. The client reconnects after any code but 1000, and queries its session again after 44xx. */
export const CLOSE = {
  normal: 1000,
  /** Too many frames, or too many that match no schema. */
  policy: 1008,
  tooLarge: 1009,
  /** The server is restarting. */
  restart: 1012,
  /** The client reads more slowly than the server sends, or its session cannot be checked now. */
  overload: 1013,
  /** No `auth` within 10 s, or the session has ended. */
  unauthenticated: 4401,
  /** `auth` named another user. */
  forbidden: 4403,
} as const;

/**
 * Quick chat (docs/spec/play.md#play-9.5): each text with the time for which it is shown. Other texts are shown for
 * `QUICK_CHAT_DEFAULT`.
 */
export const QUICK_CHAT = {
  goodLuck: { text: 'Good luck!', shown: 4_000 },
  wellPlayed: { text: 'Well played!', shown: 3_500 },
  niceMove: { text: 'Nice move!', shown: 3_000 },
  greatStrategy: { text: 'Great strategy!', shown: 3_500 },
  playFaster: { text: 'Play faster!', shown: 3_000 },
  takeYourTime: { text: 'Take your time', shown: 3_500 },
  goodGame: { text: 'Good game!', shown: 4_000 },
  thanksForGame: { text: 'Thanks for the game!', shown: 3_000 },
  oneMore: { text: 'One more?', shown: 3_000 },
  impressive: { text: 'Impressive!', shown: 3_500 },
  thinking: { text: 'Thinking...', shown: 4_000 },
  readyToPlay: { text: 'Ready to play!', shown: 3_000 },
} as const;
/** Time for which any other text is shown. */
export const QUICK_CHAT_DEFAULT = 3_000;
/** Time for which a received gift is shown. */
export const GIFT_TOAST = 7_000;
/** Time for which an emoji is shown. */
export const EMOJI_SHOWN = 5_000;
