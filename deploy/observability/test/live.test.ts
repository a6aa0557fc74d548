import { serviceNames } from '@fifteen/topology';
import { X_WINS } from '@fifteen/testkit/games';
import { pairByQuickMatch, Player } from '@fifteen/testkit/player';
import { startStack, type Stack } from '@fifteen/testkit/stack';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPrometheus } from './prometheus.ts';
import { PrometheusServer } from './prometheus-server.ts';
import { dashboards } from './sources.ts';

/** Timeout in milliseconds: Prometheus scrapes late on a busy machine. */
const TIMEOUT_MS = 60_000;

/** Panels that stay empty in a short game without errors. */
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

describe.skipIf(!hasPrometheus)('a running product, scraped by a real Prometheus', () => {
  const scraper = new PrometheusServer();
  let stack: Stack;

  // Two players meet in quick match and play to the end. One of them leaves.
  beforeAll(async () => {
    stack = await startStack();
    await scraper.start(
      Object.entries(stack.metrics).map(([name, url]) => ({ url, service: name.split('.')[0] ?? '' })),
    );
    const players = [await Player.guest(stack.url), await Player.guest(stack.url)] as const;
    await Promise.all(players.map((player) => player.connect()));
    const { x, o, game } = await pairByQuickMatch(...players, 0);
    for (const [ply, position] of X_WINS.entries()) {
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

  test('every service is scraped', () =>
    expect
      .poll(() => scraper.query('count by (service) (up{job="fifteen"} == 1)'), { timeout: TIMEOUT_MS })
      .toHaveLength(serviceNames.length));

  /** Returns the expression for each service that a dashboard can show. */
  const perService = (expr: string) =>
    expr.includes('$service') ? serviceNames.map((name) => expr.replaceAll('$service', name)) : [expr];

  const countResults = async (expr: string) => {
    const results = perService(expr.replaceAll('$__rate_interval', '1m')).map((one) => scraper.query(one));
    return (await Promise.all(results)).flat().length;
  };

  /** A short game shows nothing in these, but Prometheus accepts their queries. */
  const isEmpty = (title: string, expr: string) => EMPTY.includes(title) || expr.includes('offset');

  test.each(panels.filter(([, title, expr]) => !isEmpty(title, expr)))(
    '%s has results: %s %s',
    { timeout: 2 * TIMEOUT_MS },
    async (_, __, expr) => {
      await expect.poll(() => countResults(expr), { timeout: TIMEOUT_MS }).toBeGreaterThan(0);
    },
  );

  test.each(panels.filter(([, title, expr]) => isEmpty(title, expr)))(
    '%s is a valid query: %s %s',
    async (_, __, expr) => {
      await expect(countResults(expr)).resolves.toEqual(expect.any(Number));
    },
  );

  test('all rules can be evaluated, and no alert fires', async () => {
    expect(await scraper.brokenRules()).toEqual([]);
    expect(await scraper.query('ALERTS{alertstate="firing", severity="page"}')).toEqual([]);
  });
});
