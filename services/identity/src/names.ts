import { AppError } from '@fifteen/runtime';
import { fold, skeleton } from './look-alikes.ts';

/** A username in its three forms. */
export interface Username {
  /** As its owner wrote it, in NFC. */
  readonly shown: string;
  /** Without regard to case: what one signs in with. */
  readonly folded: string;
  /** Without regard to look-alikes: `Аlice` with a Cyrillic А has the skeleton of `alice`. */
  readonly skeleton: string;
}

/** In UTF-16 units. */
const USERNAME_MAX = 32;
/** Names that would read as the id of the computer, a bot or a local game. */
const RESERVED = /^(ai$|player_|local-game)/;
/** The names that guests are given. */
const GUEST = /^guest-[2-9a-z]{8}$/;

/** Controls, formats (bidi, zero width, tags), lone surrogates, private use, line breaks, blanks that look like none. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;
/** Marks that would sit on what stands before the name, or pile up over the lines above it. */
const LOOSE_MARKS = /^\p{M}|\p{M}{4}/u;

/**
 * Reads the username of a registration (reliability 1.10, threat 57).
 * Throws USERNAME_REQUIRED, USERNAME_INVALID or USERNAME_RESERVED.
 */
export function parseUsername(text: string): Username {
  const shown = text
    .slice(0, USERNAME_MAX * 4 + 1)
    .normalize('NFC')
    .trim();
  if (shown === '') throw new AppError('USERNAME_REQUIRED', 'Username required');
  if (shown.length > USERNAME_MAX || shown.includes('@') || UNSEEN.test(shown) || LOOSE_MARKS.test(shown))
    throw new AppError(
      'USERNAME_INVALID',
      'Please choose a username of 1 to 32 plain characters without "@"',
    );
  const name = username(shown);
  const forms = [name.folded, name.skeleton];
  if (forms.some((form) => RESERVED.test(form) || GUEST.test(form)))
    throw new AppError('USERNAME_RESERVED', 'This username is reserved');
  return name;
}

/** The forms of a name that is known to be good. */
export const username = (shown: string): Username => ({
  shown,
  folded: fold(shown),
  skeleton: skeleton(shown),
});

/** The form under which a name is looked up when somebody signs in with it, or an empty text that nobody has. */
export function lookUpForm(text: string): string {
  const name = text.trim();
  return name.length > USERNAME_MAX * 4 || UNSEEN.test(name) ? '' : fold(name.normalize('NFC'));
}
