import { expect, test } from 'vitest';
import { networkOf } from '../src/network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7/32', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:1:2::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8::/64', '2001:db8::/48'],
  ['fe80::1%eth0', 'fe80::/64', 'fe80::/48'],
  ['::1', '::/64', '::/48'],
  ['::ffff:203.0.113.7', '203.0.113.7/32', '203.0.113.0/24'],
  ['::ffff:cb00:7107', '203.0.113.7/32', '203.0.113.0/24'],
  ['', 'unknown', 'unknown'],
  ["1.2.3.4'; --", 'unknown', 'unknown'],
])('the network of %j is %s, or %s', (ip, narrow, wide) => {
  expect(networkOf(ip)).toBe(narrow);
  expect(networkOf(ip, 'site')).toBe(wide);
});

test('a subnet is a /24 of IPv4 and a /64 of IPv6', () => {
  expect(networkOf('203.0.113.7', 'subnet')).toBe('203.0.113.0/24');
  expect(networkOf('2001:db8:1:2::1', 'subnet')).toBe('2001:db8:1:2::/64');
});
