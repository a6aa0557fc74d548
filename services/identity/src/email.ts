import { AppError } from '@fifteen/runtime';

/** An address. */
export interface Email {
  /** As it was written: where mail goes. */
  readonly address: string;
  /** In lower case: whose it is. */
  readonly key: string;
}

/** RFC 5321. */
const EMAIL_MAX = 254;
/** Addresses that people really have; nothing outside ASCII, so neither look-alikes nor breaks in a header. */
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
 * The mailbox of an address: without what follows a `+`, which most mail servers deliver to the same person. Dots stay:
 * few servers ignore them, so two addresses that differ in dots are mostly two people.
 */
export const mailboxOf = (emailKey: string): string => emailKey.replace(/\+[^@]*@/, '@');

/** The key of an address somebody signs in with or looks for, or an empty text that nobody has. */
export function emailKey(text: string): string {
  const address = text.trim();
  return address.length <= EMAIL_MAX && ADDRESS.test(address) ? address.toLowerCase() : '';
}
