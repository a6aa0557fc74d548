/** A product for chaos drills: the one of this checkout, or one on a cluster. */
export interface Target {
  /** Addresses for players: each gateway, or the load balancer before them. */
  readonly urls: readonly string[];
  /** Returns the processes of a name. Throws when there is none. */
  processesOf(name: string): Promise<string[]>;
  /** Ends a process. Resolves when the product's own supervisor has replaced it. */
  stop(process: string, signal: 'KILL' | 'TERM'): Promise<void>;
  /** Suspends a process for a while, like a machine that is out of memory. */
  suspend(process: string, ms: number): Promise<void>;
  /** Credits coins to a player. */
  credit(userId: string, amount: number): Promise<void>;
  /** Audits the ledger and prints the result. */
  auditLedger(): Promise<boolean>;
  close(): Promise<void>;
}

/** Most milliseconds for a graceful shutdown and a new start of a process. */
export const RESTART_MS = 90_000;
