/** A random id of 32 hex digits, for idempotency keys and request ids; works on plain http too, unlike randomUUID. */
export function uniqueId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
