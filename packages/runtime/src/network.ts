import ipaddr from 'ipaddr.js';

/**
 * Kinds of network, with the bits of IPv4 and IPv6 that they have in common. `address` is one client. `subnet` and `site` are
 * for what a client gains by another address: addresses of a /24 are cheap to change, and a site of IPv6 has 65,536 subnets.
 */
const PREFIX_BITS = { address: [32, 64], subnet: [24, 64], site: [24, 48] } as const;

export type NetworkKind = keyof typeof PREFIX_BITS;

/**
 * Returns the network of an address, as the key of limits. IPv4-mapped IPv6 counts as IPv4. Texts that are no address share
 * one key.
 */
export function networkOf(ip: string, kind: NetworkKind = 'address'): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  const [bits, bits6] = PREFIX_BITS[kind];
  const prefixBits = address.kind() === 'ipv4' ? bits : bits6;
  const bytes = address.toByteArray().map((byte, index) => (index < prefixBits / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${prefixBits}`;
}
