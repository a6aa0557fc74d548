import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { root } from '../lib/root.ts';
import type { Summary } from './run.ts';

const PAGE = `${root}docs/measurements/nemesis.md`;
const HEADING = '## Last run';

/** Replaces the last section of the page with the figures of a run. */
export async function writeFigures(summary: Summary): Promise<void> {
  const [page = ''] = readFileSync(PAGE, 'utf8').split(HEADING);
  const options = await resolveConfig(PAGE);
  writeFileSync(
    PAGE,
    await format(`${page}${HEADING}\n\n${figuresOf(summary)}`, { ...options, filepath: PAGE }),
  );
}

function figuresOf({
  date,
  seed,
  minutes,
  faults,
  kills,
  play,
  violations,
  defects,
  ...rest
}: Summary): string {
  const total = Object.values(kills).reduce((sum, count) => sum + count, 0);
  return [
    `${date.slice(0, 10)}, ${minutes} minutes, seed ${seed}: ${play['games']} games, ${total} kills, of which ` +
      `${total - (kills['random'] ?? 0)} at failpoints. All services agreed ${(rest.convergence.ms / 1_000).toFixed(1)} s after the ` +
      `last fault, within ${(rest.convergence.limitMs / 1_000).toFixed(1)} s, and all games had ended after ${rest.recoverySeconds} s. ` +
      `${violations.length} violations, ${defects.length} differences or logged errors.`,
    table('players', play),
    table('faults', faults),
    table('kills', kills),
  ].join('\n\n');
}

const table = (what: string, counts: Readonly<Record<string, number>>): string =>
  [
    `| ${what} | times |`,
    '| --- | --- |',
    ...Object.entries(counts).map(([name, count]) => `| ${name} | ${count} |`),
  ].join('\n');
