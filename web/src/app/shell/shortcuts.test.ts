import { describe, expect, it } from 'vitest';
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
