import { Event } from '@fifteen/proto/events';
import type { Sighting } from '@fifteen/proto/identity';
import { AppError, type Fact, type Sql } from '@fifteen/runtime';
import type { Codes } from './codes.ts';
import { networkOf } from './network.ts';
import type { Origin } from './parts.ts';

/**
 * The fact that a session of somebody began, there and with that device: who has the network or the device in common
 * with an opponent wins nothing of a week (reliability 1.8). Hashed with our key, so that nobody can try addresses.
 */
export const seen = (codes: Codes, userId: string, origin: Origin): Fact => ({
  name: 'user_seen',
  aggregateId: userId,
  body: { $case: 'userSeen', value: { userId, ...pseudonymsOf(codes, origin) } },
});

/** Keyed hashes of a network and a device; empty for what is not known. */
export function pseudonymsOf(codes: Codes, { ip, device }: Origin): { network: string; device: string } {
  const network = networkOf(ip);
  return {
    network: network === 'unknown' ? '' : codes.pseudonym('network', network),
    device: device && codes.pseudonym('device', device),
  };
}

/** People asked about at once, and sightings of each. */
const MOST = 1_000;
const NEWEST = 20;

/** What was told of where people's sessions began. The facts themselves are the record. Throws INVALID for too many. */
export async function sightingsOf(sql: Sql, userIds: readonly string[]): Promise<Sighting[]> {
  if (userIds.length > MOST) throw new AppError('INVALID', `At most ${MOST} people at once`);
  const { rows } = await sql.query<{ payload: Buffer }>(
    `SELECT payload FROM unnest($1::text[]) AS asked (user_id), LATERAL (
       SELECT payload FROM outbox WHERE name = 'user_seen' AND aggregate_id = asked.user_id
       ORDER BY id DESC LIMIT $2) AS newest`,
    [userIds, NEWEST],
  );
  return rows.flatMap(({ payload }) => {
    const { body, occurredAt: at } = Event.decode(payload);
    return body?.$case === 'userSeen' ? [{ ...body.value, at }] : [];
  });
}
