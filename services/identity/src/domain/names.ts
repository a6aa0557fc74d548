import {
  DISPLAY_NAME_MAX,
  isLineText,
  isNameText,
  isVisible,
  RESERVED_USERNAME,
  USERNAME_MAX,
} from '@fifteen/domain';
import { AppError } from '@fifteen/runtime';
import { fold, skeleton } from './look-alikes.ts';

/** A username in its three forms. */
export interface Username {
  /** As the user has entered it, in NFC. */
  readonly shown: string;
  /** Case-folded: the form for signing in. */
  readonly folded: string;
  /** Look-alike letters replaced: `Аlice` with a Cyrillic А has the skeleton of `alice`. */
  readonly skeleton: string;
}

/** Combining marks that would join the text before the name, or overlap the lines above it. */
const STACKED_MARKS = /^\p{M}|\p{M}{4}/u;

/**
 * Reads the username of a registration (docs/spec/guarantees.md#guarantees-10, docs/threats.md, 57).
 * @throws USERNAME_REQUIRED, USERNAME_INVALID or USERNAME_RESERVED
 */
export function parseUsername(text: string): Username {
  const shown = text
    .slice(0, USERNAME_MAX * 4 + 1)
    .normalize('NFC')
    .trim();
  if (shown === '') throw new AppError('USERNAME_REQUIRED');
  const name = toUsername(shown);
  const forms = [name.folded, name.skeleton];
  if (shown.length > USERNAME_MAX || forms.some(hasAtSign) || !isNameText(shown) || STACKED_MARKS.test(shown))
    throw new AppError('USERNAME_INVALID');
  if (forms.some((form) => RESERVED_USERNAME.test(form))) throw new AppError('USERNAME_RESERVED');
  return name;
}

/** Reads a display name (docs/threats.md, 57). Throws DISPLAY_NAME_REQUIRED or DISPLAY_NAME_INVALID. */
export function parseDisplayName(text: string): string {
  const name = text
    .slice(0, DISPLAY_NAME_MAX * 4 + 1)
    .normalize('NFC')
    .trim();
  if (!isVisible(name)) throw new AppError('DISPLAY_NAME_REQUIRED');
  if (name.length > DISPLAY_NAME_MAX || !isLineText(name) || STACKED_MARKS.test(name))
    throw new AppError('DISPLAY_NAME_INVALID');
  return name;
}

/** Returns the forms of a valid username. */
export const toUsername = (shown: string): Username => ({
  shown,
  folded: fold(shown),
  skeleton: skeleton(shown),
});

/**
 * Returns the folded form by which a login finds a username; empty, which no username is, for an invalid text. A text with
 * "@" is an address: no username may take the place of its owner.
 */
export function usernameKey(text: string): string {
  const name = text.trim();
  if (name.length > USERNAME_MAX * 4 || !isNameText(name)) return '';
  const key = fold(name.normalize('NFC'));
  return hasAtSign(key) ? '' : key;
}

const hasAtSign = (text: string): boolean => text.includes('@');
