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
    thinkSeconds: parseSeconds('THINK', valueOf('THINK')),
  };
}

function parseNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} must be a number of 0 or more: ${text}`);
  return value;
}

const UNITS = { '': 1, ms: 0.001, s: 1, m: 60, h: 3_600 } as const;

/** Reads `90`, `90s`, `500ms`, `5m` or `2h`. */
function parseSeconds(name: string, text: string): number {
  const [, value = '', unit = ''] = /^([0-9.]+)(ms|s|m|h|)$/.exec(text) ?? [];
  if (value === '') throw new Error(`${name} must be a duration like 30s, 5m or 2h: ${text}`);
  return parseNumber(name, value) * UNITS[unit as keyof typeof UNITS];
}
