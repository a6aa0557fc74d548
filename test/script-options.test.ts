import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { countOption, numberOption } from '../scripts/lib/number-option.ts';
import { root } from '../scripts/lib/root.ts';

test('an option that is no number, empty or too small is rejected', () => {
  expect(numberOption('minutes', '0.5')).toBe(0.5);
  expect(countOption('tables', '1', 1)).toBe(1);
  for (const text of ['2k', '', ' ', 'Infinity', '-1'])
    expect(() => numberOption('minutes', text)).toThrow('--minutes must be a number of 0 or more');
  expect(() => countOption('tables', '0', 1)).toThrow('--tables must be a number of 1 or more');
  expect(() => countOption('workers', '1.5')).toThrow('--workers must be a whole number');
});

describe('a proof does not pass because a mistyped option leaves nothing to do', () => {
  test.each([
    ['simulate', '--seeds 2k', /--seeds must be a number/],
    ['simulate', '--seeds 0', /--seeds must be a number of 1 or more/],
    ['simulate', '--mutants leadr', /no mutant has "leadr" in its name/],
    ['overload', '--kinds guest', /--kinds names guests, logins, searches, games, not guest/],
    ['overload', '--factors 1,x', /--factors must be a number/],
    ['soak', '--rate fast', /--rate must be a number/],
    ['nemesis', '--minutes ten', /--minutes must be a number/],
    ['rehearse-restore', '--tables none', /--tables must be a number/],
    ['drill', 'check --every x', /--every must be a number/],
    ['drill', 'kill game --times 0', /--times must be a number of 1 or more/],
  ])(
    '%s %s',
    (script, options, complaint) => {
      const args = [`scripts/${script}.ts`, ...options.split(' ')];
      const { status, stderr } = spawnSync(process.execPath, args, {
        cwd: root,
        encoding: 'utf8',
        timeout: 60_000,
      });
      expect(stderr).toMatch(complaint);
      expect(status).toBe(1);
    },
    60_000,
  );
});
