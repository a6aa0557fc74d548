import type { Databases } from '@fifteen/testkit/stack';
import type ts from 'typescript';
import { compare } from './compare.ts';
import { DescribingClient } from './describe.ts';
import type { Exceptions } from './exceptions.ts';
import { UsedExceptions } from './used-exceptions.ts';
import { queriesIn, type Query } from './queries.ts';

/** Result of a check. */
export interface Report {
  /** Number of calls whose statement was checked. */
  readonly checked: number;
  /** One line for each mistake: file, line and column of the call, and the reason. */
  readonly mistakes: readonly string[];
}

/**
 * Checks the statements of these files, and the types of their rows, against the schema of the service that sends them.
 */
export async function checkRows(
  files: readonly ts.SourceFile[],
  checker: ts.TypeChecker,
  { databases, exceptions }: { databases: Databases; exceptions: Exceptions },
): Promise<Report> {
  const exempt = new UsedExceptions(exceptions);
  const queries = queriesIn(files, checker).filter(
    (query) => !(query.statementTexts instanceof Error && exempt.isUnchecked(query)),
  );
  const clients = await connect(databases);
  try {
    const mistakes: string[] = [];
    for (const query of queries) {
      const found = await mistakesOf(query, clientOf(query, clients), { checker, exempt });
      mistakes.push(...Array.from(found, (mistake) => `${query.place}: ${mistake}`));
    }
    return { checked: queries.length, mistakes: [...mistakes, ...exempt.unused()] };
  } finally {
    await Promise.all([...clients.values()].map((client) => client.end()));
  }
}

type Clients = ReadonlyMap<string, DescribingClient>;

async function connect(databases: Databases): Promise<Clients> {
  const connected = Object.entries(databases).map(
    async ([service, { ownerUrl }]) => [service, await DescribingClient.connect(ownerUrl)] as const,
  );
  return new Map(await Promise.all(connected));
}

/** Returns the database of a file's service. The tables of the runtime are in each database. */
function clientOf({ file }: Query, clients: Clients): DescribingClient {
  const [, service] = /^services\/(\w+)\//.exec(file) ?? [];
  const client = service ? clients.get(service) : clients.values().next().value;
  if (!client) throw new Error(`${file} sends a statement, but its service has no migrations`);
  return client;
}

/** Returns the distinct mistakes of a statement, whose variants often share one. */
async function mistakesOf(
  query: Query,
  client: DescribingClient,
  { checker, exempt }: { checker: ts.TypeChecker; exempt: UsedExceptions },
): Promise<ReadonlySet<string>> {
  const { row, statementTexts: texts } = query;
  if (texts instanceof Error) return new Set([`the statement cannot be checked: ${texts.message}`]);
  const isNeverNull = (column: string) => exempt.isNeverNull(query, column);
  const mistakes = new Set<string>();
  for (const text of texts) {
    try {
      const columns = await client.columnsOf(text);
      const found = row ? compare(row, columns, { checker, text, isNeverNull }) : [];
      for (const mistake of found) mistakes.add(mistake);
    } catch (error) {
      mistakes.add(`Postgres rejects the statement: ${(error as Error).message}`);
    }
  }
  return mistakes;
}
