import { AppError } from '@fifteen/runtime';

/** An e-mail address. */
export interface Email {
  /** As the user has entered it; mail is sent to this form. */
  readonly address: string;
  /** In lower case; identifies the owner. */
  readonly key: string;
}

/** Maximum length (RFC 5321). */
const EMAIL_MAX = 254;
/** Common addresses, in ASCII only: no look-alike letters and no line breaks in a header. */
const ADDRESS =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Reads an address. Throws EMAIL_REQUIRED or EMAIL_INVALID. */
export function parseEmail(text: string): Email {
  const address = text.slice(0, EMAIL_MAX * 2).trim();
  if (address === '') throw new AppError('EMAIL_REQUIRED', 'Please provide an email address to register');
  if (address.length > EMAIL_MAX || !ADDRESS.test(address))
    throw new AppError('EMAIL_INVALID', 'Please enter a valid email address');
  return { address, key: address.toLowerCase() };
}

/**
 * Returns the mailbox of an address: without its `+tag`, which most mail servers deliver to the same mailbox. Dots stay,
 * because few servers ignore them.
 */
export const mailboxOf = (emailKey: string): string => emailKey.replace(/\+[^@]*@/, '@');

/** Returns the key by which a login or search finds an address; empty, which no address is, for an invalid text. */
export function emailKey(text: string): string {
  const address = text.trim();
  return address.length <= EMAIL_MAX && ADDRESS.test(address) ? address.toLowerCase() : '';
}
