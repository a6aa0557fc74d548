import type { Random } from '@fifteen/testkit';
import { serviceNames, type ServiceName } from '@fifteen/topology';
import { globSync, readFileSync } from 'node:fs';
import { root } from '../lib/root.ts';

/** Failpoints that no run reaches: of jobs that wait for hours or days, and of what only operators do. */
export const OUT_OF_REACH: readonly string[] = [
  'room.close-idle-rooms.after-commit',
  'identity.end-sessions.after-commit',
  'identity.ban-user.after-commit',
  'identity.delete-user.after-commit',
  ...['grant-item', 'top-up'].flatMap((command) => [
    `economy.${command}.before-commit`,
    `economy.${command}.after-commit`,
  ]),
];

/** Longest number of passes before a failpoint kills. */
const PASSES = 2;

/** Returns the failpoints that the sources of a service name. Those of commands follow from the commands' names. */
function failpointsIn(sources: readonly string[]): string[] {
  const found = (pattern: RegExp): string[] =>
    sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  const commands = [
    ...found(/\btransact\(\s*\w+,\s*'([^']+)'/g),
    // A command that depends on the request.
    ...sources.flatMap((text) =>
      [...text.matchAll(/const command = \w+ \? '([^']+)' : '([^']+)'/g)].flatMap(([, ...both]) => both),
    ),
  ];
  const families = found(/failpoint\(`([^`]+)`\)/g);
  return [
    ...new Set([
      ...found(/failpoint\('([^']+)'\)/g),
      ...families.flatMap((family) => commands.map((command) => family.replace(/\$\{\w+\}/, command))),
    ]),
  ].sort();
}

const sourcesOf = (service: ServiceName): string[] =>
  globSync(`services/${service}/src/**/*.ts`, { cwd: root }).map((file) =>
    readFileSync(`${root}/${file}`, 'utf8'),
  );

/** All failpoints of each service. */
export const FAILPOINTS: ReadonlyMap<ServiceName, readonly string[]> = new Map(
  serviceNames.map((name) => [name, failpointsIn(sourcesOf(name))]),
);

/** The failpoints of all services: how often each was armed in this run, and how often it killed. */
export class Failpoints {
  readonly #random: Random;
  readonly #byService: ReadonlyMap<ServiceName, readonly string[]>;
  readonly #armed = new Map<string, number>();
  readonly #kills = new Map<string, number>();

  constructor(random: Random) {
    this.#random = random;
    this.#byService = new Map(
      [...FAILPOINTS].map(([name, all]) => [name, all.filter((one) => !OUT_OF_REACH.includes(one))]),
    );
  }

  /** Chooses the failpoint for the next process of a service. One that has not killed yet comes first. */
  choose(service: ServiceName): string | undefined {
    const all = this.#byService.get(service) ?? [];
    const rank = (name: string): number => (this.#kills.has(name) ? 1 : 0) + (this.#armed.get(name) ?? 0);
    const lowest = Math.min(...all.map(rank));
    const names = all.filter((name) => rank(name) === lowest);
    return names.length > 0 ? this.#random.pick(names) : undefined;
  }

  /** Returns the value of `FAILPOINT` for a process. It dies at the first or second pass, unless `pass` says which. */
  arm(name: string, pass = 1 + this.#random.int(PASSES)): string {
    this.#armed.set(name, (this.#armed.get(name) ?? 0) + 1);
    return `${name}:${pass}`;
  }

  countKill(name: string): void {
    this.#kills.set(name, (this.#kills.get(name) ?? 0) + 1);
  }

  /** Kills by failpoint, with 0 for those that killed no process. */
  get kills(): Map<string, number> {
    const names = [...this.#byService.values()].flat().sort();
    return new Map(names.map((name) => [name, this.#kills.get(name) ?? 0]));
  }
}
