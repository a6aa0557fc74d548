import { Random, testDatabase } from '@fifteen/testkit';
import pg from 'pg';
import { expect, test } from 'vitest';
import { missedKinds } from '../scripts/nemesis/faults.ts';
import { Link } from '../scripts/nemesis/link.ts';
import { cutCommits } from '../scripts/nemesis/links.ts';

test('commits are cut only while a client commits, and are counted', async () => {
  const database = await testDatabase('social');
  const url = new URL(database.ownerUrl);
  const link = await Link.open('postgres', Number(url.port));
  url.port = String(link.port);
  try {
    expect(await cutCommits(link, new Random(1))).toBe('');

    const over = new AbortController();
    const begun = Promise.withResolvers<void>();
    const commits = commitUntil(over.signal, url.href, begun.resolve);
    await begun.promise;
    expect(await cutCommits(link, new Random(1))).toMatch(/^[1-8] times$/);
    over.abort();
    expect(await commits).toBeGreaterThan(0);
  } finally {
    link.close();
    await database.drop();
  }
}, 30_000);

/** Commits through the link until the signal, on a new connection after each cut. Returns how many were cut. */
async function commitUntil(
  over: AbortSignal,
  connectionString: string,
  onCommit: () => void,
): Promise<number> {
  let cuts = 0;
  while (!over.aborted) {
    const client = new pg.Client({ connectionString }).on('error', () => undefined);
    try {
      await client.connect();
      while (!over.aborted) {
        await client.query('BEGIN');
        await client.query('COMMIT');
        onCommit();
      }
    } catch {
      cuts += 1;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  return cuts;
}

test('a kind that hit nothing, or that does not exist, counts as missed', () => {
  const counts = new Map([
    ['kill', 3],
    ['disk full', 0],
  ]);
  expect(missedKinds(counts, ['kill'])).toEqual([]);
  expect(missedKinds(counts, ['kill', 'disk full'])).toEqual(['disk full']);
  expect(missedKinds(counts, ['disc full'])).toEqual(['disc full']);
});
