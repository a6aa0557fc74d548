import { readFileSync } from 'node:fs';

/** Largest share of our processor time that the host may give to others in a quiet round. */
const MAX_STOLEN_SHARE = 0.02;
/** Rounds to measure at most for each wanted quiet round. */
const MAX_TRIES_PER_ROUND = 3;

/** Returns the processor time since the machine started, and the part that the host gave to others, in kernel ticks. */
function readProcessorTicks(): { all: number; stolen: number } {
  const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const ticks = first.split(/\s+/).slice(1, 9).map(Number);
  return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[7] ?? 0 };
}

export interface QuietRounds<T> {
  rounds: T[];
  /** For the report: the host's share in these rounds, and the number of rejected rounds. */
  note: string;
}

/**
 * Measures rounds until enough of them were quiet, or takes the quietest ones, so that other load on a virtual
 * machine's host does not distort the result.
 */
export async function measureQuietRounds<T>(
  wanted: number,
  round: () => Promise<T>,
): Promise<QuietRounds<T>> {
  const tried: { result: T; stolen: number }[] = [];
  const quiet = () => tried.filter(({ stolen }) => stolen <= MAX_STOLEN_SHARE).length;
  while (quiet() < wanted && tried.length < wanted * MAX_TRIES_PER_ROUND) {
    const before = readProcessorTicks();
    const result = await round();
    const after = readProcessorTicks();
    tried.push({ result, stolen: (after.stolen - before.stolen) / (after.all - before.all) });
  }
  const counted = tried.toSorted((a, b) => a.stolen - b.stolen).slice(0, wanted);
  const most = counted.at(-1)?.stolen ?? 0;
  const left = tried.length - counted.length;
  const note = `the host took at most ${(100 * most).toFixed(1)} % of the processors`;
  return {
    rounds: counted.map(({ result }) => result),
    note: left > 0 ? `${note}; louder rounds left out: ${left}` : note,
  };
}
