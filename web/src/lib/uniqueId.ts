/** Returns a random id of 32 hex digits, for idempotency keys, requests and games of this device; randomUUID is missing on plain http. */
export function uniqueId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/**
 * Returns a W3C traceparent for a message. Its trace id finds the trace of the message where one is sampled, and what
 * the servers logged about the message. No span is recorded here.
 */
export const traceparent = (): string => `00-${uniqueId()}-${uniqueId().slice(16)}-00`;
