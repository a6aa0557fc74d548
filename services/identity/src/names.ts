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

/** Breaks, controls, lone surrogates, private use, and what turns or hides the text around it. Joiners may stay. */
const UNFIT_TO_SHOW =
  /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u00AD\u180E\u200B\u2028-\u202E\u2060-\u206F\u2800\uFEFF\uFFF9-\uFFFB]/u;
const DISPLAY_NAME_MAX = 32;

/** Reads how somebody wants to be called (threat 57). Throws DISPLAY_NAME_REQUIRED or DISPLAY_NAME_INVALID. */
export function parseDisplayName(text: string): string {
  const name = text
    .slice(0, DISPLAY_NAME_MAX * 4 + 1)
    .normalize('NFC')
    .trim();
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(name))
    throw new AppError('DISPLAY_NAME_REQUIRED', 'Enter your display name');
  if (name.length > DISPLAY_NAME_MAX || UNFIT_TO_SHOW.test(name) || LOOSE_MARKS.test(name))
    throw new AppError('DISPLAY_NAME_INVALID', 'Please choose a display name of 1 to 32 plain characters');
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
