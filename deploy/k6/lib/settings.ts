/** The settings of a run, from its environment. The README's table has every variable with its bounds. */
export interface Settings {
  /** The site, at each of its gateways; players spread over them, and go to the next when one does not answer. */
  readonly urls: readonly string[];
  readonly players: number;
  /** How long games are begun; those that run then are played to their end. */
  readonly seconds: number;
  /** Players who arrive in a second; in the matchmaking scenario, searches that begin in a second. */
  readonly rate: number;
  /** Coins a player stakes in each game: 0, 5000 or 1000000. */
  readonly bet: number;
  /** Seconds a player looks at the board before a move, on average; each move takes from half to one and a half of it. */
  readonly think: number;
}

type Variable = 'PLAYERS' | 'DURATION' | 'RATE' | 'BET' | 'THINK';

/** Reads the environment; what it does not say is as the scenario has it. */
export function settings(usual: Readonly<Record<Variable, string>>): Settings {
  const said = (name: Variable): string => __ENV[name] || usual[name];
  return {
    urls: (__ENV['BASE_URL'] || 'http://localhost:8080').split(',').map((url) => url.replace(/\/$/, '')),
    players: number('PLAYERS', said('PLAYERS')),
    seconds: seconds('DURATION', said('DURATION')),
    rate: number('RATE', said('RATE')),
    bet: number('BET', said('BET')),
    think: seconds('THINK', said('THINK')),
  };
}

function number(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} must be a number of 0 or more: ${text}`);
  return value;
}

const UNITS = { '': 1, ms: 0.001, s: 1, m: 60, h: 3_600 } as const;

/** Reads `90`, `90s`, `500ms`, `5m` or `2h`. */
function seconds(name: string, text: string): number {
  const [, value = '', unit = ''] = /^([0-9.]+)(ms|s|m|h|)$/.exec(text) ?? [];
  if (value === '') throw new Error(`${name} must be a time like 30s, 5m or 2h: ${text}`);
  return number(name, value) * UNITS[unit as keyof typeof UNITS];
}
