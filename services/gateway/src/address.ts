import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/**
 * The client's address: of the socket, or with `hops` proxies of ours in front what the outermost of them saw. What
 * clients put into X-Forwarded-For themselves stands further left and is not read.
 */
export function addressOf(request: IncomingMessage, hops: number): string {
  const direct = plain(request.socket.remoteAddress ?? '');
  if (hops === 0) return direct;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return plain([...forwarded, direct].at(-1 - hops) ?? forwarded[0] ?? direct);
}

/** What counts as one address in limits: a whole IPv6 /64 is one household. */
export function addressGroup(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = ip.includes('::') ? tail.split(':').filter(Boolean) : [];
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}

/** IPv4 that came over an IPv6 socket is IPv4. */
const plain = (ip: string): string => (ip.startsWith('::ffff:') ? ip.slice(7) : ip);
