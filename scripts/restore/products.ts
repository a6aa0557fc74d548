import {
  databaseName,
  databaseOf,
  openStack,
  withClient,
  type Databases,
  type Site,
  type Stack,
} from '@fifteen/testkit/stack';
import { servicesThatUse, type ServiceName } from '@fifteen/topology';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchivedPostgres } from './archive.ts';

type Server = ArchivedPostgres['server'];

/** Instead of 5 and 20 minutes, so that a rehearsal sees what those waits end. */
const PAYOUT_AUDIT_SECONDS = 5;
const LONGEST_STAKE = '45 seconds';

/** Starts a product in `dir` on a Postgres, with new NATS and Redis servers. */
export function openProduct(
  dir: string,
  postgres: Server,
  databases: NonNullable<Site['databases']>,
): Promise<Stack> {
  // The product takes the server that the environment names, as it does in production.
  process.env['POSTGRES_URL'] = postgres.url;
  return openStack(
    { dir, namespace: '', durable: true, databases, report: () => undefined },
    { env: { game: { PAYOUT_AUDIT_SECONDS: String(PAYOUT_AUDIT_SECONDS) } } },
  );
}

/** A product on restored databases. */
export interface Restored {
  readonly stack: Stack;
  readonly databases: Databases;
  stop(): Promise<void>;
}

interface RestoreOptions {
  readonly dir: string;
  readonly archive: ArchivedPostgres;
  readonly moment: Date;
  readonly early: readonly ServiceName[];
  readonly apartMs: number;
  readonly report: (line: string) => void;
}

/**
 * Restores the databases to the moment, those of `early` services to one that is `apartMs` before, and starts the product
 * on them. The secrets are those of the lost product; NATS and Redis are empty.
 */
export async function restoreProduct({
  dir,
  archive,
  moment,
  early,
  apartMs,
  report,
}: RestoreOptions): Promise<Restored> {
  const restoreIn = (name: string, at: Date) => {
    mkdirSync(join(dir, name));
    return archive.restore(join(dir, name), at);
  };
  const late = await restoreIn('restored', moment);
  const other =
    early.length > 0 ? await restoreIn('restored-early', new Date(moment.getTime() - apartMs)) : late;
  const databases: Databases = Object.fromEntries(
    servicesThatUse('postgres').map((service) => [
      service,
      databaseOf((early.includes(service) ? other : late).url, service, databaseName('', service)),
    ]),
  );
  report('the databases are restored');
  await withClient(databases.economy?.ownerUrl ?? '', (client) =>
    client.query(
      `CREATE OR REPLACE FUNCTION longest_stake() RETURNS interval IMMUTABLE RETURN interval '${LONGEST_STAKE}'`,
    ),
  );
  await reportOpen(databases, report);
  copyFileSync(join(dir, 'lost', 'secret'), join(dir, 'restored', 'secret'));
  const stack = await openProduct(join(dir, 'restored'), late, () => Promise.resolve(databases));
  report('all services are ready');
  const stop = async () => {
    await stack.stop();
    await late.stop();
    if (other !== late) await other.stop();
  };
  return { stack, databases, stop };
}

async function reportOpen({ game, economy }: Databases, report: (line: string) => void): Promise<void> {
  const count = (url: string | undefined, from: string) =>
    withClient(url ?? '', async (client) => {
      const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${from}`);
      return rows[0]?.n ?? '';
    });
  const games = await count(game?.ownerUrl, `game WHERE status = 'active'`);
  const stakes = await count(economy?.ownerUrl, `stake WHERE state = 'held'`);
  report(`${games} games are open, ${stakes} stakes are held`);
}
