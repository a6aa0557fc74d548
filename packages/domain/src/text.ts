/**
 * Rules for texts of users, in NFC. A *name* is compared and clicked, so it has no invisible characters. A *line* is
 * only read, so it may have the joiners of Hindi, Bengali and emoji, and the direction marks of Arabic keyboards.
 * Neither may have characters that turn or break the text around it.
 */

/**
 * Controls, formats (bidi, zero width, BOM, tags), lone surrogates, private use, line breaks, and blanks other than the
 * space.
 */
const NOT_IN_NAMES =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;

/**
 * Controls, lone surrogates, private use, line breaks, bidi embeddings, overrides and isolates, zero-width spaces,
 * blanks, BOM.
 */
const NOT_IN_LINES =
  /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u00AD\u180E\u200B\u2028-\u202E\u2060-\u206F\u2800\uFEFF\uFFF9-\uFFFB]/u;

const EVERY_NOT_IN_LINES = new RegExp(NOT_IN_LINES, 'gu');

/** A character that can be seen: the fillers of Hangul are letters, and blank. */
const VISIBLE = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u;

/** Tabs and line breaks, in place of which a line has spaces. */
const BREAKS = /[\t-\r\u0085\p{Zl}\p{Zp}]/gu;

/** Returns the stored form of a text: NFC, trimmed. */
export function normaliseText(text: string): string {
  return text.normalize('NFC').trim();
}

/** Returns whether `text` is allowed as a name: every character visible or a plain space. Does not check its length. */
export function isNameText(text: string): boolean {
  return !NOT_IN_NAMES.test(text);
}

/** Returns whether `text` is allowed as one line for other users (room name, quick chat, reason). */
export function isLineText(text: string): boolean {
  return !NOT_IN_LINES.test(text);
}

/** Returns whether something of `text` can be seen: joiners and fillers alone are as good as no text. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/**
 * Returns the stored form of a typed or pasted text as a line: with spaces for tabs and line breaks, without the other
 * characters that {@link isLineText} rejects, which the user cannot see; empty, if nothing of it can be seen. NFC makes
 * some texts longer.
 */
export function toLine(text: string): string {
  const line = normaliseText(text.replace(BREAKS, ' ').replace(EVERY_NOT_IN_LINES, ''));
  return isVisible(line) ? line : '';
}

/** Returns whether `text` can be stored and hashed: no NUL, no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !/[\0\p{Cs}]/u.test(text);
}

/** Common addresses: ASCII only, so that they have no look-alike letters and no line breaks of a mail's header. */
const EMAIL_ADDRESS =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Returns whether `text` is an e-mail address. Does not check its length. */
export function isEmailAddress(text: string): boolean {
  return EMAIL_ADDRESS.test(text);
}
