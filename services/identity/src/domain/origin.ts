import type { Origin as OriginMessage } from '@fifteen/proto/identity';
import { networkOf } from '@fifteen/runtime';
import { truncateKey } from './client-key.ts';
import type { Codes } from './codes.ts';
import { chooseLocale } from './locale.ts';

/** Where a request came from. */
export interface Origin {
  readonly ip: string;
  /** Language of mails to the user. */
  readonly locale: string;
  /** The browser's device cookie; may be empty. */
  readonly device: string;
  /** The browser sent the cookie with this request; else it receives the cookie with the response. */
  readonly deviceCarried: boolean;
}

/** Keyed hashes of a network and of a device; each empty when unknown. */
export interface OriginPseudonyms {
  readonly network: string;
  readonly device: string;
}

/** Reads the origin of a request; fields that are missing are empty. */
export const parseOrigin = (origin: OriginMessage | undefined): Origin => ({
  ip: origin?.ip ?? '',
  locale: chooseLocale(origin?.locale ?? ''),
  device: truncateKey(origin?.device ?? ''),
  deviceCarried: origin?.deviceCarried ?? false,
});

/** Returns the pseudonyms of an origin's network and device. */
export function pseudonymsOf(codes: Codes, { ip, device }: Origin): OriginPseudonyms {
  const network = networkOf(ip);
  return {
    network: network === 'unknown' ? '' : codes.pseudonym('network', network),
    device: device && codes.pseudonym('device', device),
  };
}

/**
 * Returns what identifies repeats of a request, undefined for a request without key or device. The device cookie is 128
 * random bits that only the browser has: a stranger who guesses the key gets no session and no flow. The network is left
 * out, because a lost response often means that it has changed.
 */
export function requestIdOf(
  codes: Codes,
  kind: 'guest' | 'code',
  { device }: Origin,
  idempotencyKey = '',
): string | undefined {
  const key = truncateKey(idempotencyKey);
  return device && key ? codes.pseudonym(kind, JSON.stringify([device, key])) : undefined;
}
