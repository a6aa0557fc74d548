import type { Fact } from '@fifteen/runtime';
import type { Codes } from './codes.ts';
import { networkOf } from './network.ts';
import type { Origin } from './parts.ts';

/**
 * The fact that a session of somebody began, there and with that device: who has the network or the device in common
 * with an opponent wins nothing of a week (reliability 1.8). Hashed with our key, so that nobody can try addresses.
 */
export const seen = (codes: Codes, userId: string, { ip, device }: Origin): Fact => {
  const network = networkOf(ip);
  return {
    name: 'user_seen',
    aggregateId: userId,
    body: {
      $case: 'userSeen',
      value: {
        userId,
        network: network === 'unknown' ? '' : codes.pseudonym('network', network),
        device: device && codes.pseudonym('device', device),
      },
    },
  };
};
