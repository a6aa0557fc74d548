import type { Random } from '@fifteen/testkit';
import type { LinkOpener } from '@fifteen/testkit/stack';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './faults.ts';
import { Link, pauseOf } from './link.ts';

const SLOW_MS = 400;
/** Pauses of a lossy link. */
const LOSSES = 12;
/** Commits that are cut at most, and the time for it. */
const CUTS = 8;
const COMMIT_MS = 3_000;

/** The links from each service to its servers and to the replicas of its upstreams. */
export class Links {
  readonly #links = new Map<string, Link>();

  readonly open: LinkOpener = async (from, to, port) => {
    const name = `${from}→${to}`;
    const link = await Link.open(name, port);
    this.#links.set(name, link);
    return link.port;
  };

  /** Returns the faults of networks. Each hits one link, or all links of NATS. */
  faults(): Fault[] {
    return [
      { name: 'slow link', inject: (random) => this.#slow(random) },
      { name: 'lossy link', inject: (random) => this.#lose(random) },
      { name: 'partitioned link', inject: (random) => partition([this.#pick(random)], random) },
      { name: 'cut link', inject: (random) => Promise.resolve(reset(this.#pick(random))) },
      { name: 'nats partitioned', inject: (random) => partition(this.#toNats(random), random) },
    ];
  }

  close(): void {
    for (const link of this.#links.values()) link.close();
  }

  #pick = (random: Random): Link => random.pick([...this.#links.values()]);

  /** Returns the links of some services to NATS: the others stay connected. */
  #toNats(random: Random): Link[] {
    const links = [...this.#links.values()].filter(({ name }) => name.endsWith('→nats'));
    const cut = links.filter(() => random.isTrue());
    return cut.length > 0 ? cut : links;
  }

  async #slow(random: Random): Promise<string> {
    const link = this.#pick(random);
    const [delay, ms] = [20 + random.int(SLOW_MS), 2_000 + random.int(6_000)];
    link.slow(delay);
    await sleep(ms);
    link.slow(0);
    return `${link.name}, ${delay} ms for ${ms} ms`;
  }

  /** A lost packet is repeated after 200 ms or more: TCP shows it as a pause. */
  async #lose(random: Random): Promise<string> {
    const link = this.#pick(random);
    for (let loss = 0; loss < LOSSES; loss += 1) {
      link.partition();
      await sleep(200 + random.int(400));
      link.join();
      await sleep(random.int(300));
    }
    return `${link.name}, ${LOSSES} losses`;
  }
}

async function partition(links: readonly Link[], random: Random): Promise<string> {
  const ms = pauseOf(random);
  for (const link of links) link.partition();
  await sleep(ms);
  for (const link of links) link.join();
  return `${links.map(({ name }) => name).join(', ')} for ${ms} ms`;
}

/** Cuts connections to a database after commits: these reach it, and their responses no client. Empty without a cut. */
export async function cutCommits(link: Link, random: Random): Promise<string> {
  let cuts = 0;
  for (const until = Date.now() + COMMIT_MS; cuts < CUTS && Date.now() < until;) {
    const onlyCommits = random.isTrue(0.7);
    const isMatch = (data: Buffer) => !onlyCommits || data.includes('COMMIT');
    const isCut = await Promise.race([link.cutAfter(isMatch).then(() => true), sleep(COMMIT_MS, false)]);
    if (isCut) cuts += 1;
    await sleep(random.int(100));
  }
  link.cutNone();
  return cuts > 0 ? `${cuts} times` : '';
}

function reset(link: Link): string {
  link.reset();
  return link.name;
}
