import { isIP } from 'node:net';

/**
 * The part of a network that one party controls, as the key of limits: of IPv4 the first `bits` (24 where addresses are
 * cheap to change, else 32), of IPv6 the first `bits6` (64 for a subnet, 48 for a site). Texts that are no address share
 * one key.
 */
export function networkOf(ip: string, bits: 24 | 32 = 32, bits6: 48 | 64 = 64): string {
  const version = isIP(ip);
  if (version === 4) return ip.split('.', bits / 8).join('.');
  if (version !== 6) return 'unknown';
  const groups = expand(ip);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!mapped)
    return groups
      .slice(0, bits6 / 16)
      .map((group) => group.toString(16))
      .join(':');
  const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
  return bytes.slice(0, bits / 8).join('.');
}

/** The eight groups of an IPv6 address, however it is abbreviated; a zone does not count. */
function expand(ip: string): number[] {
  const [address = ''] = ip.split('%');
  // The parser writes an embedded IPv4 address as groups.
  const { hostname } = new URL(`http://[${address}]`);
  const [head = [], tail] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) =>
      part
        .split(':')
        .filter(Boolean)
        .map((group) => Number.parseInt(group, 16)),
    );
  if (!tail) return head;
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}
