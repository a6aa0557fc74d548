/**
 * What a text of a person may hold. Two rules, both on NFC text: a *name* is compared and clicked on, so nothing
 * invisible may be in it; a *line* is only read, so it keeps the joiners that Hindi, Bengali and emoji need and the
 * direction marks that Arabic keyboards type. Nothing that can turn or break the text around it passes either.
 */

/**
 * Controls, formats (bidi, zero width, BOM, tags), lone surrogates, private use, line breaks, blanks that look like
 * none.
 */
const NOT_IN_NAMES =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;

/**
 * Controls, lone surrogates, private use, line breaks, bidi embeddings, overrides and isolates, zero-width spaces,
 * blanks, BOM.
 */
const NOT_IN_LINES =
  /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u00AD\u180E\u200B\u2028-\u202E\u2060-\u206F\u2800\uFEFF\uFFF9-\uFFFB]/u;

/** The one stored form of a text: NFC, without blanks at its ends. */
export function normaliseText(text: string): string {
  return text.normalize('NFC').trim();
}

/** Whether `text` may be a username: every character visible or a plain space. Bounds of length are the caller's. */
export function isNameText(text: string): boolean {
  return !NOT_IN_NAMES.test(text);
}

/** Whether `text` may be one line that others read (a room's name, quick chat, a reason). */
export function isLineText(text: string): boolean {
  return !NOT_IN_LINES.test(text);
}

/** Whether `text` can be stored and hashed at all: no NUL, no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !/[\0\p{Cs}]/u.test(text);
}

/**
 * Addresses that people really have: nothing outside ASCII, so no look-alike letters and no breaks of a mail's header.
 */
const EMAIL_ADDRESS =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Whether `text` is an e-mail address. Bounds of length are the caller's. */
export function isEmailAddress(text: string): boolean {
  return EMAIL_ADDRESS.test(text);
}
