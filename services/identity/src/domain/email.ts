import { EMAIL_MAX, isEmailAddress } from '@fifteen/domain';
import { AppError } from '@fifteen/runtime';

/** An e-mail address. */
export interface Email {
  /** As the user has entered it; mail is sent to this form. */
  readonly address: string;
  /** In lower case; identifies the owner. */
  readonly key: string;
}

/**
 * Reads an address.
 * @throws EMAIL_REQUIRED or EMAIL_INVALID
 */
export function parseEmail(text: string): Email {
  const address = text.slice(0, EMAIL_MAX * 2).trim();
  if (address === '') throw new AppError('EMAIL_REQUIRED');
  if (address.length > EMAIL_MAX || !isEmailAddress(address)) throw new AppError('EMAIL_INVALID');
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
  return address.length <= EMAIL_MAX && isEmailAddress(address) ? address.toLowerCase() : '';
}
