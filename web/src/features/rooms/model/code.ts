import { ROOM_CODE_LENGTH } from '@fifteen/domain';
import { latinDigits } from '@/lib/digits.ts';

const DISALLOWED = /[^A-Z0-9]/g;

/**
 * Normalises a typed room code: uppercase, Latin digits, no blanks, at most 8 characters (docs/spec/play.md#play-5.4).
 */
const withoutDisallowed = (text: string) =>
  latinDigits(text).toUpperCase().replace(DISALLOWED, '').slice(0, ROOM_CODE_LENGTH);

/** Returns the code in a typed or pasted text; of an invite link `…/?room=CODE`, its code. */
export function codeIn(text: string): string {
  const [, linked] = /[?&]room=([^&#\s]*)/i.exec(text) ?? [];
  return withoutDisallowed(linked ?? text);
}

/** Returns the invite link of a room, which survives sign-in. */
export const linkTo = (code: string): string => `${location.origin}/?room=${code}`;
