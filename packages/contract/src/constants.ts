/**
 * Figures of the protocol and of the client's waiting times; figures of the product are in `@fifteen/domain`. Times are
 * milliseconds unless the name says otherwise. Nothing here imports zod, so that browsers can load it at little cost.
 */

// Bounds of frames and bodies

/** Longest `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_MAX = 128;
/** Bytes of one socket frame; a larger one closes with 1009. */
export const FRAME_MAX_BYTES = 16 * 1024;

// Waiting times of the client (docs/spec/play.md#play-9.2)

/** The computer takes so long for a move. */
export const AI_MOVE_DELAY = 1_000;
/** From a win against the computer to the claim of its reward. */
export const LOCAL_WIN_REPORT_DELAY = 1_500;
/** From the result that says that the opponent left to the game against the computer. */
export const OPPONENT_LEFT_SWITCH = 3_000;
/** Milliseconds from the notice of a left game to the home page. */
export const ABANDONED_REDIRECT = 2_000;
/** Timeout of the response to the creation of a room. */
export const CREATE_ROOM_TIMEOUT = 15_000;
/** The same for entering a room. */
export const JOIN_ROOM_TIMEOUT = 25_000;
/** The same for the start of a game. */
export const START_GAME_TIMEOUT = 15_000;
/** From its start on: a search ends by itself. */
export const MATCHMAKING_STOP = 60_000;
/** From its start on: the bar of a search is full. */
export const MATCHMAKING_PROGRESS = 30_000;
/** From its start on: a search is said to be nearly over. */
export const MATCHMAKING_WARNING = 25_000;
/** "Expanding search" is shown from here to the warning. */
export const MATCHMAKING_EXPANDING = 10_000;
/** A ping without an answer: the line is gone. */
export const PING_TIMEOUT = 5_000;
/** From a try to get the line back before a search to the next. */
export const RECONNECT_RETRY = 3_000;
/** Countdown before a new game, in seconds, down to 1. */
export const REMATCH_COUNTDOWN = 2;
/** How long it falls. */
export const CONFETTI = 2_500;
/** Interval of heartbeats. */
export const HEARTBEAT_EVERY = 45_000;
/** Heartbeats that may fail in a row before the user shows as offline. */
export const HEARTBEAT_FAILURES = 2;
/** How often the socket is pinged. */
export const KEEP_ALIVE_EVERY = 50_000;
/** From the socket's `auth` to the question for the running game. */
export const STATE_REQUEST_DELAY = 100;
/** How often it is asked who is online. */
export const ONLINE_USERS_EVERY = 30_000;
/** How often it is asked who is in the room. */
export const PARTICIPANTS_EVERY = 10_000;

/** Wait before the n-th reconnection: `min(cap, base * factor^n + random(jitter))` (docs/spec/play.md#play-9.3). */
export const BACKOFF = { base: 1_000, factor: 1.5, jitter: 1_000, cap: 5_000 } as const;

/** Frames kept while disconnected; duplicates are dropped (docs/spec/play.md#play-7.8). */
export const OUTBOX_MAX = 50;
/** Frames that are worth keeping while there is no line. */
export const OUTBOX_TYPES = [
  'move',
  'join_room_request',
  'start_game_request',
  'start_matchmaking',
  'cancel_matchmaking',
  'play_again_response',
] as const;

/** Why a socket was closed. Any code but 1000 is followed by a reconnection, 44xx by a new sign-in first. */
export const CLOSE = {
  normal: 1000,
  /** A flood, or too many frames that fit no schema. */
  policy: 1008,
  tooLarge: 1009,
  /** The server is restarting. */
  restart: 1012,
  /** The client does not read what it is sent. */
  overload: 1013,
  /** No `auth` within 10 s, or the session ended. */
  unauthenticated: 4401,
  /** `auth` named another user. */
  forbidden: 4403,
} as const;

/**
 * Quick chat (docs/spec/play.md#play-9.5): the text that travels and how long it is shown. Unknown texts are shown for
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
/** How long a text is shown that is none of these. */
export const QUICK_CHAT_DEFAULT = 3_000;
/** How long a received gift is shown. */
export const GIFT_TOAST = 7_000;
/** How long an emoji is shown. */
export const EMOJI_SHOWN = 5_000;
