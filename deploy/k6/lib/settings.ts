/** The settings of a run, from its environment. docs/load-tests.md lists the variables with their bounds. */
export interface Settings {
  /** Addresses of the gateways. Players spread over them and use the next one when a gateway is unavailable. */
  readonly urls: readonly string[];
  readonly players: number;
  /** Seconds in which games start. Games that run at the end are played to their end. */
  readonly durationSeconds: number;
  /** Players who sign in per second; in the matchmaking scenario, searches that start per second. */
  readonly rate: number;
  /** Coins that a player stakes on each game: 0, 5000 or 1000000. */
  readonly bet: number;
  /** Average seconds before a move; each pause is 50 to 150 % of it. */
  readonly thinkSeconds: number;
}

/** Longest average pause: 15 moves after half as much again fit into the 120 s that a player gives a game. */
const MAX_THINK_SECONDS = 5;

type Variable = 'PLAYERS' | 'DURATION' | 'RATE' | 'BET' | 'THINK';

/** Reads the environment. A scenario gives the defaults. */
export function readSettings(defaults: Readonly<Record<Variable, string>>): Settings {
  const valueOf = (name: Variable): string => __ENV[name] || defaults[name];
  return {
    urls: (__ENV['BASE_URL'] || 'http://localhost:8080').split(',').map((url) => url.replace(/\/$/, '')),
    players: parseNumber('PLAYERS', valueOf('PLAYERS')),
    durationSeconds: parseSeconds('DURATION', valueOf('DURATION')),
    rate: parseNumber('RATE', valueOf('RATE')),
    bet: parseNumber('BET', valueOf('BET')),
    thinkSeconds: parseThinkSeconds(valueOf('THINK')),
  };
}

function parseNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} must be a number of 0 or more: ${text}`);
  return value;
}

function parseThinkSeconds(text: string): number {
  const seconds = parseSeconds('THINK', text);
  if (seconds > MAX_THINK_SECONDS) throw new Error(`THINK must be at most ${MAX_THINK_SECONDS}s: ${text}`);
  return seconds;
}

const UNITS = { '': 1, ms: 0.001, s: 1, m: 60, h: 3_600 } as const;

/** Reads `90`, `90s`, `500ms`, `5m` or `2h`. */
function parseSeconds(name: string, text: string): number {
  const [, value = '', unit = ''] = /^([0-9.]+)(ms|s|m|h|)$/.exec(text) ?? [];
  if (value === '') throw new Error(`${name} must be a duration like 30s, 5m or 2h: ${text}`);
  return parseNumber(name, value) * UNITS[unit as keyof typeof UNITS];
}
