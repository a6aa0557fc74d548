import { describe, expect, it } from 'vitest';
import { isLineLensOn, parsePreferences, usePreferences } from './preferences.ts';
import { knownTheme } from './theme.ts';

describe('what is kept between visits', () => {
  it.each([
    null,
    '',
    'nonsense',
    '[]',
    '{"difficulty":"impossible","side":"Z","sound":"yes","volume":7,"motion":"wild","confirmMove":1,"lens":3,"games":-1}',
  ])('falls back to the defaults where it is %s', (text) =>
    expect(parsePreferences(text)).toEqual({
      difficulty: 'medium',
      side: 'X',
      sound: true,
      volume: 0.7,
      haptics: true,
      motion: 'system',
      confirmMove: false,
      lens: null,
      stake: 0,
      shortcuts: true,
      games: 0,
    }),
  );

  it('is migrated where it is valid', () => {
    const preferences = {
      difficulty: 'master',
      side: 'turns',
      sound: false,
      volume: 0.25,
      haptics: false,
      motion: 'reduced',
      confirmMove: true,
      lens: true,
      shortcuts: false,
      stake: 0,
      games: 3,
    };
    expect(parsePreferences(JSON.stringify(preferences))).toEqual(preferences);
  });

  it('has the choices of another tab, too, after a game or a choice of this one', () => {
    usePreferences.getState().set({ difficulty: 'easy', sound: true });
    const stored = () => parsePreferences(localStorage.getItem('preferences'));
    const other = { ...stored(), sound: false, confirmMove: true, difficulty: 'hard', games: 7 } as const;
    localStorage.setItem('preferences', JSON.stringify(other));
    usePreferences.getState().countGame();
    expect(stored()).toEqual({ ...other, games: 8 });
    usePreferences.getState().set({ volume: 0.25 });
    expect(stored()).toEqual({ ...other, games: 8, volume: 0.25 });
    expect(usePreferences.getState()).toMatchObject(stored());
  });

  it('stays as it is chosen when the storage is cleared meanwhile', () => {
    usePreferences.getState().set({ motion: 'reduced' });
    localStorage.clear();
    usePreferences.getState().set({ haptics: false });
    expect(usePreferences.getState()).toMatchObject({ motion: 'reduced', haptics: false });
  });

  it('lights the lens for the first five games, then as chosen', () => {
    const first = parsePreferences(null);
    expect([0, 4, 5].map((games) => isLineLensOn({ ...first, games }))).toEqual([true, true, false]);
    expect(isLineLensOn({ ...first, lens: true, games: 50 })).toBe(true);
  });

  it('falls back to the default for an unknown theme', () => {
    expect(['neon', 'rust', null].map(knownTheme)).toEqual(['neon', 'default', 'default']);
  });
});
