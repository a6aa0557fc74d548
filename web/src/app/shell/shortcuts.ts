/** What a key press does. */
export type Shortcut = 'rules' | 'sound' | 'shortcuts' | { readonly digit: number };

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>;

const letters: Record<string, Shortcut> = { R: 'rules', M: 'sound' };

/** Returns the shortcut of a key press. A keyboard without Latin letters or digits is read by the keys' places. */
export function shortcutOf(press: Press): Shortcut | null {
  const { key, code } = press;
  if (press.ctrlKey || press.metaKey || press.altKey || press.repeat) return null;
  if (key === '?' || key === '؟') return 'shortcuts';
  const placed = press.shiftKey ? undefined : /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  const digit = /^\d$/.test(key) ? key : placed;
  if (digit !== undefined) return { digit: Number(digit) };
  const letter = /^[a-z]$/i.test(key)
    ? key.toUpperCase()
    : /^\p{L}$/u.test(key)
      ? code.replace('Key', '')
      : '';
  return letters[letter] ?? null;
}

/** How long the first digit of a two-digit cell waits for the second; milliseconds. */
const SECOND_DIGIT_MS = 1_000;

/** Returns a reader of digits, which gives the cell after each of them: 1, then 2 within a second is cell 12. */
export function cellReader(now: () => number = () => performance.now()) {
  let first = { digit: 0, at: -Infinity };
  return (digit: number): number | null => {
    const both = first.digit * 10 + digit;
    const joined = first.digit === 1 && both <= 15 && now() - first.at <= SECOND_DIGIT_MS;
    first = joined ? { digit: 0, at: -Infinity } : { digit, at: now() };
    if (joined) return both;
    return digit > 0 ? digit : null;
  };
}
