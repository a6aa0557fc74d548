/** A product that can be harmed: that of this checkout, or one on a cluster. */
export interface Ground {
  /** Where people come in: the site at each gateway, or at what stands in front of them. */
  readonly urls: readonly string[];
  /** The processes that a name stands for; fails when there is none. */
  processesOf(name: string): Promise<string[]>;
  /** Ends a process; resolves when another serves in its place, which is the product's own business. */
  end(process: string, signal: 'KILL' | 'TERM'): Promise<void>;
  /** Halts a process for a while, as a machine does that is out of memory, and lets it go on. */
  halt(process: string, ms: number): Promise<void>;
  /** Credits a player coins to play for. */
  credit(userId: string, amount: number): Promise<void>;
  /** Asks the ledger whether it is right, and passes on what it says. */
  ledgerIsRight(): Promise<boolean>;
  close(): Promise<void>;
}

/** How long a process may take to stop in order and be there again. */
export const BACK_MS = 90_000;
