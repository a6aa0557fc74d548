import type { Seed } from './seed.ts';

const source = (name: string): string => `services/leaderboard/src/${name}.ts`;

const finishedGame = source('domain/finished-game');
const results = source('db/weekly-results');

export const leaderboard: readonly Seed[] = [
  {
    file: finishedGame,
    text: `plies: game.moves.length, bet, finishedAt };`,
    mutant: `plies: game.moves.length, bet, finishedAt: new Date() };`,
    breaks: 'a win counts in the week in which its game ended',
    test: 'weekly-board',
  },
  {
    file: source('domain/week'),
    text: `new Date(monday + 3 * DAY_MS).getUTCFullYear()`,
    mutant: `at.getUTCFullYear()`,
    breaks: 'the year of a week is that of its Thursday',
    test: 'iso-week',
  },
  {
    file: finishedGame,
    text: `isBot(opponentId) ? 'bot' : outcome`,
    mutant: `outcome`,
    breaks: 'a game against the computer changes no record',
    test: 'records',
  },
  {
    file: source('domain/eligibility'),
    text: `if (!isRegistered(x) || !isRegistered(o)) return false;`,
    mutant: `if (!isRegistered(x) && !isRegistered(o)) return false;`,
    breaks: 'a win over a guest does not count for the week',
    test: 'weekly-board',
  },
  {
    file: source('db/weekly-scores'),
    text: `outcome = 'win' AND $4 >= row_number()`,
    mutant: `outcome = 'win' AND $4 > 0 * row_number()`,
    breaks: 'ten wins over one opponent count for the week',
    test: 'weekly-board',
  },
  {
    file: results,
    text: `WHEN wins > 0 AND opponents >= $4 THEN`,
    mutant: `WHEN wins > 0 THEN`,
    breaks: 'a weekly reward requires different opponents',
    test: 'week-closing',
  },
  {
    file: source('workflows/pay-rewards'),
    text: `if (!wallet?.isOverdue) return \`the wallet of rank \${rank}\`;`,
    mutant: ``,
    breaks: 'a weekly reward waits for the wallet of its player',
    test: 'reward-audit',
  },
  {
    file: source('workflows/close-weeks'),
    text: `if (counted.missing === 0) continue;`,
    mutant: `if (counted.missing >= 0) continue;`,
    breaks: 'a week closes with all of its games',
    test: 'week-closing',
  },
  {
    file: source('db/locks'),
    text: `[[...new Set(userIds)].sort()]`,
    mutant: `[[...new Set(userIds)]]`,
    breaks: 'replicas lock the players of games in one order',
    test: 'locks',
  },
  {
    file: source('workflows/record-games'),
    text: `received.filter(({ id }) => newIds.delete(id));`,
    mutant: `[...received];`,
    breaks: 'a game counts once',
    test: 'replay',
  },
];
