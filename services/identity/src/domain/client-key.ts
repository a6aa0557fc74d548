const MAX_LENGTH = 128;

/** Returns the first 128 characters of a key that the client chose: an idempotency key or a device cookie. */
export const truncateKey = (key: string): string => key.slice(0, MAX_LENGTH);
