/**
 * Figures that both sides need. Times are milliseconds unless the name says otherwise, amounts are whole coins.
 * Numbers in brackets are chapters of docs/spec/play.md. Nothing here imports zod: a browser takes it for free.
 */

// The board (5, 9)

/** Cells of the board; positions are 1..15. */
export const CELLS = 15;
/** Levels of the computer (5); `master` is beyond the specification. */
export const AI_DIFFICULTIES = ['easy', 'medium', 'hard', 'master'] as const;
/** The level a newcomer plays against. */
export const DEFAULT_AI_DIFFICULTY = 'medium';
/** Ids that begin so are local games, never on a server (3). */
export const LOCAL_GAME_PREFIX = 'local-game';
/** A player id that begins so is a bot's: no play-again, no coins (3). */
export const BOT_PREFIX = 'player_';

// Coins (9)

/** Coins of a new user. */
export const DEFAULT_COINS = 1000;
/** Paid by the server for a win against the computer. */
export const AI_WIN_REWARD = 100;
/** Wins against the computer that are rewarded a day (UTC); the limit itself is the economy's (sql/00_constants.sql). */
export const AI_REWARDS_A_DAY = 50;
/** A game with a bet needs `max(bet, this)` from each player. */
export const MINIMUM_COINS_ONLINE = 1000;
/** Bets of a room (5); 0 is a friendly game, beyond the specification. */
export const ROOM_BETS = [0, 5_000, 50_000, 250_000, 1_000_000, 10_000_000] as const;
/** The bet that is chosen when a room is made. */
export const DEFAULT_ROOM_BET = 5_000;
/** Bets of a quick match: friendly, Starter, Pro (5). */
export const QUICK_MATCH_BETS = [0, 5_000, 1_000_000] as const;
/** The bet that is chosen when a search is opened. */
export const DEFAULT_QUICK_MATCH_BET = 1_000_000;
/** Coins sold outside the app (docs/spec/around-play.md#around-9.1). */
export const COIN_PRICES = [
  { coins: 10_000_000, rupees: 100, discountPercent: 0 },
  { coins: 100_000_000, rupees: 700, discountPercent: 30 },
] as const;

// Gifts (docs/spec/around-play.md#around-9.1)

/** The smallest gift. */
export const GIFT_MIN = 1;
/** Longest message with a gift, in UTF-16 units. */
export const GIFT_MESSAGE_MAX = 200;
/** Amounts that are offered. */
export const GIFT_QUICK_AMOUNTS = [100, 500, 1_000, 5_000] as const;
/** How long a gift that came is shown. */
export const GIFT_TOAST = 7_000;

// Progress (docs/spec/around-play.md#around-9.3)

/** Wins from one level to the next. */
export const WINS_PER_LEVEL = 10;
/** Rows of a board, and ranks with a reward. */
export const WEEKLY_ENTRIES = 50;
/** Rewards of a week: the first rank that no longer gets it, and the coins. */
export const WEEKLY_REWARDS = [
  { below: 2, coins: 30_000_000 },
  { below: 3, coins: 20_000_000 },
  { below: 4, coins: 10_000_000 },
  { below: 11, coins: 5_000_000 },
  { below: 51, coins: 1_000_000 },
] as const;
/** Borders that can be chosen once their achievement is unlocked. */
export const SELECTABLE_BORDERS = [
  'legend',
  'champion',
  'grandmaster',
  'ultimate_veteran',
  'level_100_master',
] as const;
/** In the order in which they are shown, by group. */
export const ACHIEVEMENTS = {
  victory: ['first_win', 'win_streak_5', 'win_streak_10', 'speed_demon', 'legend', 'champion', 'grandmaster'],
  skill: ['master_of_diagonals', 'comeback_king'],
  experience: ['veteran_player', 'ultimate_veteran', 'level_100_master'],
} as const;
/** Achievement types from the best to the least: the best one stands beside a name at the table. */
const ACHIEVEMENT_RANKING: readonly string[] = [
  'level_100_master',
  'grandmaster',
  'ultimate_veteran',
  'champion',
  'win_streak_10',
  'legend',
  'veteran_player',
  'comeback_king',
  'speed_demon',
  'win_streak_5',
  'master_of_diagonals',
  'first_win',
];
/** The place in that ranking; a type that is newer than this code comes last. */
function achievementRank(type: string): number {
  const rank = ACHIEVEMENT_RANKING.indexOf(type);
  return rank < 0 ? ACHIEVEMENT_RANKING.length : rank;
}
/** Orders achievements from the best to the least. */
export const byAchievementRank = (
  one: { achievementType: string },
  other: { achievementType: string },
): number => achievementRank(one.achievementType) - achievementRank(other.achievementType);
/** Themes that an achievement unlocks. */
export const SPECIAL_THEMES = {
  halloween: 'win_streak_10',
  christmas: 'speed_demon',
  summer: 'veteran_player',
  level_100_frame: 'level_100_master',
} as const;

// Profiles (docs/spec/around-play.md#around-5.3)

/** Longest display name, in characters. */
export const DISPLAY_NAME_MAX = 32;
/** Bytes of a picture that is uploaded. */
export const PICTURE_MAX_BYTES = 1024 * 1024;
/** Characters that a search for people needs at least … */
export const SEARCH_NAME_MIN = 2;
/** … and has at most. */
export const SEARCH_NAME_MAX = 32;
/** Friends on a page at most. */
export const FRIENDS_PAGE = 200;

// A game's clock

/** Seconds a player has for a move before auto-play takes the seat. */
export const TURN_SECONDS = 30;
/** The server's pace while it plays a seat. */
export const AUTO_PLAY_DELAY = 2_000;

// Rooms (5, 9)

/** Characters of a room code, of A-Z and 2-9. */
export const ROOM_CODE_LENGTH = 8;
/** Longest name of a room, in characters. */
export const ROOM_NAME_LENGTH = 40;
/** The name of a room that was given none. */
export const DEFAULT_ROOM_NAME = 'Game Room';
/** 2: two players without spectators; 4: two players and up to 50 spectators. */
export const MAX_PLAYERS = [2, 4] as const;
/** Most spectators of a room. */
export const SPECTATORS = 50;

// Accounts (5)

/** Digits of a mailed code. */
export const CODE_LENGTH = 6;
/** How long a code is valid. */
export const CODE_LIFE = 10 * 60_000;
/** Characters that a password needs at least … */
export const PASSWORD_MIN = 6;
/** … and has at most. */
export const PASSWORD_MAX = 128;
/** Longest username, in characters. */
export const USERNAME_MAX = 32;
/** Longest address that mail can carry (RFC 5321). */
export const EMAIL_MAX = 254;
/** Usernames that would read as an id of a bot or of a local game, after lower-casing: the first whole, the rest as prefix. */
export const RESERVED_USERNAME = /^(ai$|player_|local-game)/;

// Bounds of frames and bodies

/** Longest id of anything. */
export const ID_MAX = 64;
/** Longest `requestId`, by which a client knows the answer to its message. */
export const REQUEST_ID_MAX = 64;
/** Longest quick chat text, in UTF-16 units. */
export const CHAT_MAX = 200;
/** Longest reason of an award. */
export const REASON_MAX = 64;
/** Longest `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_MAX = 128;
/** Bytes of one socket frame; a larger one closes with 1009. */
export const FRAME_MAX_BYTES = 16 * 1024;

// Waiting times of the client (4, 9)

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
export const PLAY_AGAIN_COUNTDOWN = 2;
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

/** Wait before the n-th reconnection: `min(cap, base * factor^n + random(jitter))` (9). */
export const BACKOFF = { base: 1_000, factor: 1.5, jitter: 1_000, cap: 5_000 } as const;

/** Frames kept while disconnected; duplicates are dropped (7). */
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

/** Quick chat (9): the text that travels and how long it is shown. Unknown texts are shown for `QUICK_CHAT_DEFAULT`. */
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
/** How long an emoji is shown. */
export const EMOJI_SHOWN = 5_000;
