/** Code that decides, and the tests that have to notice a wrong decision. Globs from the root of the repository. */
interface Deciders {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  /** Mutates constants, too, which are read at a module's start: each such mutant needs all tests. */
  readonly static?: true;
}

/**
 * What Stryker mutates. Tests of these run the code in their own process, which Stryker needs. Most tests of the gateway run
 * it in processes of their own, and the ledger's rules are SQL: mutants by hand cover both.
 */
export const deciders: Readonly<Record<string, Deciders>> = {
  rules: {
    mutate: ['packages/domain/src/rules/**/*.ts'],
    tests: ['packages/domain/test/**/*.test.ts'],
  },
  game: {
    mutate: ['services/game/src/domain/*.ts'],
    tests: ['services/game/test/!(load|crash-recovery|schema|history).test.ts'],
  },
  room: {
    mutate: ['services/room/src/domain/*.ts'],
    tests: ['services/room/test/!(concurrency|crash-recovery).test.ts'],
  },
  gateway: {
    mutate: ['services/gateway/src/realtime/permissions.ts'],
    tests: ['services/gateway/test/message-permissions.test.ts'],
    static: true,
  },
  economy: {
    mutate: ['services/economy/src/{domain,rpc}/*.ts'],
    tests: ['services/economy/test/!(crash-recovery|model|admin).test.ts'],
  },
};
