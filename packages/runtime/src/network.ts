import ipaddr from 'ipaddr.js';

/**
 * Returns the network of an address, as the key of limits: the first `bits` of IPv4 (24 where addresses are cheap to
 * change, else 32), the first `bits6` of IPv6 (64 for a subnet, 48 for a site). IPv4-mapped IPv6 counts as IPv4. Texts that
 * are no address share one key.
 */
export function networkOf(ip: string, bits: 24 | 32 = 32, bits6: 48 | 64 = 64): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  const prefixBits = address.kind() === 'ipv4' ? bits : bits6;
  const bytes = address.toByteArray().map((byte, index) => (index < prefixBits / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${prefixBits}`;
}
