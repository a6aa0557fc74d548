import { Event } from '@fifteen/proto/events';
import type { Sighting } from '@fifteen/proto/identity';
import { AppError, type OutboxEvent, networkOf, type Sql, writeOutbox } from '@fifteen/runtime';
import type { Codes } from './codes.ts';
import type { Origin, Parts } from './parts.ts';

/**
 * Returns the event that a user was at a network with a device: players who have one in common win nothing of a week
 * (reliability 1.8). Hashed with the service's key, so that a reader of the event cannot try addresses.
 */
export const seen = (codes: Codes, userId: string, origin: Origin): OutboxEvent =>
  userSeen(userId, pseudonymsOf(codes, origin));

const userSeen = (userId: string, place: { network: string; device: string }): OutboxEvent => ({
  name: 'user_seen',
  aggregateId: userId,
  body: { $case: 'userSeen', value: { userId, ...place } },
});

/** Keyed hashes of a network and a device; empty for what is not known. */
export function pseudonymsOf(codes: Codes, { ip, device }: Origin): { network: string; device: string } {
  const network = networkOf(ip);
  return {
    network: network === 'unknown' ? '' : codes.pseudonym('network', network),
    device: device && codes.pseudonym('device', device),
  };
}

/** Milliseconds after which a place is published again; `weekly.ts` of the leaderboard looks further back than that. */
const AGAIN_MS = 30 * 60_000;
/** Milliseconds between two events of a user whose places change faster than `NEWEST` in `AGAIN_MS`. */
const BUSY_MS = 60_000;

/**
 * Publishes where a session is used when that differs from what was published last: a week looks at where a game was
 * played, not where its player signed in. A user with two networks in use at once is published once per `AGAIN_MS` for each.
 */
export async function publishMove(parts: Parts, userId: string, origin: Origin): Promise<void> {
  const { network, device } = pseudonymsOf(parts.codes, origin);
  if (!network) return;
  const [newest, ...earlier] = await sightingsOf(parts.db, [userId]);
  const isHere = (seen: Sighting): boolean =>
    seen.network === network && (device === '' || seen.device === device);
  const isYounger = (seen: Sighting | undefined, ms: number): boolean =>
    seen?.at !== undefined && Date.now() - seen.at.getTime() < ms;
  if (newest && isHere(newest)) return;
  if (earlier.some((seen) => isHere(seen) && isYounger(seen, AGAIN_MS))) return;
  if (isYounger(newest, BUSY_MS) && isYounger(earlier[NEWEST - 2], AGAIN_MS)) return;
  // A request without the device cookie does not make the user's device unknown.
  const event = userSeen(userId, { network, device: device || (newest?.device ?? '') });
  await parts.db.tx((sql) => writeOutbox(sql, [event]));
  parts.committed();
}

/** Users asked about at once, and the newest events of each. */
const MOST = 1_000;
const NEWEST = 20;

/**
 * Returns where the sessions of users were, the newest of each user first. The events in the outbox are the record.
 * @throws INVALID for too many users
 */
export async function sightingsOf(
  sql: Sql,
  userIds: readonly string[],
  newest = NEWEST,
): Promise<Sighting[]> {
  if (userIds.length > MOST) throw new AppError('INVALID', `At most ${MOST} people at once`);
  const { rows } = await sql.query<{ payload: Buffer }>(
    `SELECT payload FROM unnest($1::text[]) AS asked (user_id), LATERAL (
       SELECT payload FROM outbox WHERE name = 'user_seen' AND aggregate_id = asked.user_id
       ORDER BY id DESC LIMIT $2) AS newest`,
    [userIds, newest],
  );
  return rows.flatMap(({ payload }) => {
    const { body, occurredAt: at } = Event.decode(payload);
    return body?.$case === 'userSeen' ? [{ ...body.value, at }] : [];
  });
}
