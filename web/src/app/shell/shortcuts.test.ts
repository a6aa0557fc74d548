import { afterEach, describe, expect, it } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { pressShortcut } from './pressShortcut.ts';
import { cellReader, shortcutOf } from './shortcuts.ts';

const press = (key: string, code = '', more = {}) => ({
  ...{ key, code, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, repeat: false },
  ...more,
});

describe('shortcutOf', () => {
  it.each([
    ['r', 'KeyR', 'rules'],
    ['M', 'KeyM', 'sound'],
    ['?', 'Slash', 'shortcuts'],
    ['ق', 'KeyR', 'rules'],
    ['٣', 'Digit3', { digit: 3 }],
    ['&', 'Digit1', { digit: 1 }],
    ['7', 'Numpad7', { digit: 7 }],
  ])('reads %s at %s as %j', (key, code, shortcut) => expect(shortcutOf(press(key, code))).toEqual(shortcut));

  it('reads letters by their signs, not their places, on Latin keyboards', () => {
    expect(shortcutOf(press('m', 'Semicolon'))).toBe('sound');
    expect(shortcutOf(press(',', 'KeyM'))).toBeNull();
  });

  it.each(['ctrlKey', 'metaKey', 'altKey', 'repeat'])('leaves presses with %s to the browser', (modifier) =>
    expect(shortcutOf(press('r', 'KeyR', { [modifier]: true }))).toBeNull(),
  );

  it('takes a shifted digit key for its sign', () =>
    expect(shortcutOf(press('!', 'Digit1', { shiftKey: true }))).toBeNull());
});

describe('cellReader', () => {
  it('goes to cells 1 to 15, and joins two digits within a second', () => {
    let now = 0;
    const read = cellReader(() => now);
    expect([read(1), read(2), read(1)]).toEqual([1, 12, 1]);
    now += 1_001;
    expect([read(5), read(1), read(5), read(0), read(1), read(6)]).toEqual([5, 1, 15, null, 1, 6]);
  });
});

describe('pressShortcut', () => {
  const CELL = '<div data-board><button data-cell="7"></button></div>';
  const pressKey = (key: string) => pressShortcut(new KeyboardEvent('keydown', { key, code: '' }));
  afterEach(() => {
    history.replaceState(null, '', '/');
    document.body.innerHTML = '';
    useOverlay.getState().hide();
    usePreferences.getState().set({ sound: true });
  });

  it('works beside the result of a game, which leaves the board usable', async () => {
    await startI18n();
    document.body.innerHTML = `${CELL}<section role="dialog" data-result="won" tabindex="-1"></section>`;
    document.querySelector('section')?.focus();
    pressKey('7');
    expect(document.querySelector('[data-cell]')).toHaveFocus();
    pressKey('m');
    expect(usePreferences.getState().sound).toBe(false);
    pressKey('r');
    expect(useOverlay.getState().open).toBe('rules');
  });

  it.each(['/auth', '/verify-email', '/reset-password'])('does nothing on %s', (path) => {
    history.replaceState(null, '', path);
    for (const key of ['r', 'm', '?']) pressKey(key);
    expect(useOverlay.getState().open).toBeNull();
    expect(usePreferences.getState().sound).toBe(true);
  });

  it('waits until other dialogs are closed, also over a result', () => {
    document.body.innerHTML = `${CELL}<p role="dialog" data-result="won"></p><p role="dialog"></p>`;
    pressKey('7');
    pressKey('r');
    expect(document.body).toHaveFocus();
    expect(useOverlay.getState().open).toBeNull();
  });
});
