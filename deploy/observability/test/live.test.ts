import { serviceNames } from '@fifteen/topology';
import { pairByQuickMatch, Player } from '@fifteen/testkit/player';
import { startStack, type Stack } from '@fifteen/testkit/stack';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prometheusHere } from './prometheus.ts';
import { Scraper } from './scraper.ts';
import { dashboards } from './sources.ts';

/** X wins by a column with the last of these. */
const LINE = [1, 2, 6, 3, 11];
/** Machines that do other things too scrape late. */
const LATE_MS = 60_000;

/** What shows only that something is wrong, or was made in another week: empty in a short game on which all is well. */
const EMPTY = [
  'Failing routes',
  'Failed calls',
  'Failed upstream calls',
  'Event handling failures',
  'Rejected calls',
];

const panels = dashboards.flatMap(({ title, panels: all }) =>
  all.flatMap((panel) =>
    (panel.targets ?? []).map(({ expr }) => [`${title}: ${panel.title}`, panel.title ?? '', expr] as const),
  ),
);

describe.skipIf(!prometheusHere)('a running product, scraped by a real Prometheus', () => {
  const scraper = new Scraper();
  let stack: Stack;

  /** Two players find each other and play to the end; one of them leaves. */
  beforeAll(async () => {
    stack = await startStack();
    await scraper.start(
      Object.entries(stack.metrics).map(([name, url]) => ({ url, service: name.split('.')[0] ?? '' })),
    );
    const people = [await Player.guest(stack.url), await Player.guest(stack.url)] as const;
    await Promise.all(people.map((player) => player.connect()));
    const { x, o, game } = await pairByQuickMatch(...people, 0);
    for (const [ply, position] of LINE.entries()) {
      const [mover, watcher] = ply % 2 === 0 ? [x, o] : [o, x];
      mover.send({ type: 'move', gameId: game.id, position });
      await watcher.waitFor('move', ({ game: { moves } }) => moves.length === ply + 1);
    }
    await Promise.all([x, o].map((player) => player.waitFor('game_over')));
    o.close();
  }, 120_000);
  afterAll(async () => {
    await scraper.stop();
    await stack.stop();
  });

  test('every service answers', () =>
    expect
      .poll(() => scraper.ask('count by (service) (up{job="fifteen"} == 1)'), { timeout: LATE_MS })
      .toHaveLength(serviceNames.length));

  /** The expression for each service that a dashboard may show. */
  const perService = (expr: string) =>
    expr.includes('$service') ? serviceNames.map((name) => expr.replaceAll('$service', name)) : [expr];

  const shown = async (expr: string) => {
    const results = perService(expr.replaceAll('$__rate_interval', '1m')).map((one) => scraper.ask(one));
    return (await Promise.all(results)).flat().length;
  };

  test.each(panels)(
    '%s is understood, and shows something: %s %s',
    { timeout: 2 * LATE_MS },
    async (_, title, expr) => {
      if (EMPTY.includes(title) || expr.includes('offset'))
        expect(await shown(expr)).toBeGreaterThanOrEqual(0);
      else await expect.poll(() => shown(expr), { timeout: LATE_MS }).toBeGreaterThan(0);
    },
  );

  test('all rules can be evaluated, and no alert fires', async () => {
    expect(await scraper.brokenRules()).toEqual([]);
    expect(await scraper.ask('ALERTS{alertstate="firing", severity="page"}')).toEqual([]);
  });
});
