/** A random id of 32 hex digits, for idempotency keys and request ids; works on plain http too, unlike randomUUID. */
export function uniqueId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Names the trace of one message (W3C), so that what the servers log and record of it can be found; not recorded here. */
export const traceparent = (): string => `00-${uniqueId()}-${uniqueId().slice(16)}-00`;
