import { readFileSync } from 'node:fs';

/** A round is quiet when the host gave others at most this share of the processors that were ours. */
const QUIET = 0.02;
/** So many times as many rounds as are wanted are tried, to find quiet ones. */
const TRIES = 3;

/** Processor time since the machine started, and how much of it the host gave to others, in the kernel's ticks. */
function processors(): { all: number; stolen: number } {
  const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const ticks = first.split(/\s+/).slice(1, 9).map(Number);
  return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[7] ?? 0 };
}

export interface Quiet<T> {
  rounds: T[];
  /** In words, for the report: what the host took during these rounds, and how many louder ones were left out. */
  note: string;
}

/**
 * Measures rounds until so many of them were quiet, or takes the quietest of those it had: what a virtual machine's host
 * does meanwhile is not what is measured.
 */
export async function quietest<T>(wanted: number, round: () => Promise<T>): Promise<Quiet<T>> {
  const tried: { result: T; stolen: number }[] = [];
  const quiet = () => tried.filter(({ stolen }) => stolen <= QUIET).length;
  while (quiet() < wanted && tried.length < wanted * TRIES) {
    const before = processors();
    const result = await round();
    const after = processors();
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
