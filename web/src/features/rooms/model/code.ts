import { ROOM_CODE_LENGTH } from '@fifteen/domain';
import { latinDigits } from '@/lib/digits.ts';

const ALLOWED = /[^A-Z0-9]/g;

/** Room codes as they are typed: uppercase, Latin digits, no blanks, at most 8 characters (docs/spec/play.md#play-5.4). */
const cleaned = (text: string) =>
  latinDigits(text).toUpperCase().replace(ALLOWED, '').slice(0, ROOM_CODE_LENGTH);

/** The code in what was typed or pasted: of a whole invite link, `…/?room=CODE`, its code. */
export function codeIn(text: string): string {
  const [, linked] = /[?&]room=([^&#\s]*)/i.exec(text) ?? [];
  return cleaned(linked ?? text);
}

/** The link that leads into a room, also through sign-in. */
export const linkTo = (code: string): string => `${location.origin}/?room=${code}`;
