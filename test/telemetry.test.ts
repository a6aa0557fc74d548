import { X_WINS } from '@fifteen/testkit/games';
import { Operator } from '@fifteen/testkit/operator';
import { serviceNames } from '@fifteen/topology';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Collector, type RecordedSpan } from '@fifteen/testkit/collector';
import { pairByQuickMatch, Player } from '@fifteen/testkit/player';
import { startStack, type Stack } from '@fifteen/testkit/stack';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

const BET = 5_000;
/** Timeout of what services export: a busy machine sends and writes it late. */
const LATE_MS = 25_000;

const collector = new Collector();
const traces = { first: hex(16), last: hex(16), http: hex(16), rejected: hex(16), login: hex(16) };
const username = `user${hex(4)}`;
const account = { username, email: `${username}@example.com`, password: 'a good password' };
let stack: Stack;
/** The code with which the move after the end is rejected. */
let rejection: string;

/**
 * Two players at two gateways play a game for coins with one invalid frame and one rejected move. One of them leaves,
 * registers, and logs in too early.
 */
beforeAll(async () => {
  const telemetry = {
    OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start(),
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '200',
    OTEL_RESOURCE_ATTRIBUTES: 'k8s.namespace.name=games,k8s.pod.name=pod',
  };
  const env = Object.fromEntries(serviceNames.map((service) => [service, telemetry]));
  stack = await startStack({ replicas: 2, env });
  const operator = new Operator(stack);
  const [url = '', other = ''] = stack.urls;
  const people = await Promise.all([Player.guest(url), Player.guest(other)]);
  await Promise.all(people.map((player) => operator.grantCoins(player.user.id, BET)));
  await operator.stop();
  await Promise.all(people.map((player) => player.connect()));
  await fetch(new URL('/api/auth/user', url), {
    headers: { cookie: people[0].cookie, traceparent: traceparentOf(traces.http) },
  });
  const { x, o, game } = await pairByQuickMatch(...(people as [Player, Player]), BET);
  for (const [ply, position] of X_WINS.entries()) {
    const [mover, watcher] = ply % 2 === 0 ? [x, o] : [o, x];
    const named = { 0: traces.first, [X_WINS.length - 1]: traces.last }[ply];
    const traceparent = named && traceparentOf(named);
    mover.send({ type: 'move', gameId: game.id, position, traceparent });
    await watcher.waitFor('move', ({ game: { moves } }) => moves.length === ply + 1);
  }
  await Promise.all([x, o].map((player) => player.waitFor('game_over')));
  o.send({ type: 'move', gameId: game.id, position: 4, traceparent: traceparentOf(traces.rejected) });
  rejection = (await o.waitFor('move_error')).code;
  o.send('no frame of ours');
  await o.waitFor('error');
  // By a method that no other request here uses, which distinguishes it from other requests for unknown paths.
  await fetch(new URL('/api/nowhere', url), { method: 'HEAD' });
  o.close();
  await o.api.auth.upgrade({ body: account });
  await fetch(new URL('/api/auth/login', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: traceparentOf(traces.login) },
    body: JSON.stringify({ username, password: account.password }),
  });
}, 120_000);
afterAll(async () => {
  await stack.stop();
  await collector.stop();
});

function hex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

/** The `traceparent` of a browser that names a trace but records no span. */
const traceparentOf = (traceId: string): string => `00-${traceId}-${hex(8)}-00`;

/** Returns the spans of the trace that a message of a browser with this id began. */
function spansOf(clientTraceId: string): RecordedSpan[] {
  const isRoot = ({ attributes }: RecordedSpan) => attributes['fifteen.client_trace_id'] === clientTraceId;
  return collector.spans.filter(isRoot).flatMap(({ traceId }) => collector.trace(traceId));
}

/** A line of a page of metrics. */
interface Sample {
  service: string;
  /** The name as served; `metric` is without the suffix of a histogram (`_bucket`, `_sum`, `_count`). */
  name: string;
  metric: string;
  type: string;
  labels: Record<string, string>;
  value: number;
}

/** Scrapes all processes. */
async function served(): Promise<Sample[]> {
  const pages = Object.entries(stack.metrics).map(async ([replica, url]) => {
    const [service = ''] = replica.split('.');
    return samplesIn(service, await (await fetch(url)).text());
  });
  return (await Promise.all(pages)).flat();
}

function samplesIn(service: string, text: string): Sample[] {
  const types = new Map(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
  return [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => {
    const metric = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '');
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]);
    const { le: _, ...own } = Object.fromEntries(pairs) as Record<string, string>;
    return { service, name, metric, type: types.get(metric) ?? '', labels: own, value: Number(value) };
  });
}

describe('one trace', () => {
  /** Returns the paths from a span down to its leaves, each as a line of `service span (kind)`. */
  function waysFrom(span: RecordedSpan, all: readonly RecordedSpan[]): string[] {
    const step = `${span.service} ${span.name} (${span.kind})`;
    const next = all.filter(({ parentId }) => parentId === span.spanId);
    return [step, ...next.flatMap((child) => waysFrom(child, all).map((way) => `${step} > ${way}`))];
  }

  /** All ways down from the roots of a trace; a span whose parent was not recorded is an error. */
  function waysOf(traceId: string): string[] {
    const all = spansOf(traceId);
    return all.filter(({ parentId }) => parentId === undefined).flatMap((root) => waysFrom(root, all));
  }

  const expectWays = (traceId: string, ways: readonly string[]): Promise<void> =>
    expect.poll(() => waysOf(traceId), { timeout: LATE_MS }).toEqual(expect.arrayContaining([...ways]));

  const MOVE_PATH = 'gateway ws move (server) > gateway game/play (client) > game game/play (server)';

  test("leads from the browser's move through gateway, game, database and broker to the other browser", () =>
    expectWays(traces.first, [
      `${MOVE_PATH} > game postgres.commit (client)`,
      `${MOVE_PATH} > gateway push game (consumer) > gateway ws move (producer)`,
    ]));

  test('leads from the last move on to the ledger, and by the event to the service that counts games', () =>
    expectWays(traces.last, [
      `${MOVE_PATH} > game economy/finishStake (client) > economy economy/finishStake (server) > economy postgres.tx (client)`,
      `${MOVE_PATH} > game postgres.commit (client) > leaderboard consume game.finished (consumer) > leaderboard postgres.tx (client)`,
    ]));

  test('is found by the id that the browser named over HTTP too, and has no parent that was not recorded', async () => {
    await expectWays(traces.http, [
      'gateway GET /api/auth/user (server) > gateway economy/getBalances (client) > economy economy/getBalances (server)',
    ]);
    for (const traceId of Object.values(traces)) {
      const tops = () => {
        const all = spansOf(traceId);
        const known = new Set(all.map(({ spanId }) => spanId));
        return all.map(({ parentId }) => parentId).filter((id) => id === undefined || !known.has(id));
      };
      // A span ends before its parent, and may be exported before it.
      await expect.poll(tops, { timeout: LATE_MS }).toEqual([undefined]);
    }
  });
});

describe('a span', () => {
  /** Waits for a span of that name and kind, and of that status if one is given, in a trace. */
  function recorded(
    traceId: string,
    name: string,
    kind: RecordedSpan['kind'],
    status?: RecordedSpan['status'],
  ): Promise<RecordedSpan> {
    const isExpected = (span: RecordedSpan) =>
      span.name === name && span.kind === kind && span.status === (status ?? span.status);
    const find = () => spansOf(traceId).find(isExpected);
    return vi.waitFor(() => find() ?? expect.fail(`no ${name} (${kind})`), { timeout: LATE_MS });
  }

  const database = { 'db.system.name': 'postgresql', 'db.system': 'postgresql' };
  const message = { 'messaging.system.name': 'nats', 'messaging.operation.type': 'process' };
  const rpc = (method: string) => ({ 'rpc.system.name': 'grpc', 'rpc.method': method });
  const request = { 'http.request.method': 'GET', 'http.route': '/api/auth/user' };

  test.each([
    ['first', 'ws move', 'server', { 'network.protocol.name': 'websocket' }],
    ['first', 'game/play', 'client', rpc('fifteen.game.v1.GameService/Play')],
    ['first', 'game/play', 'server', rpc('fifteen.game.v1.GameService/Play')],
    ['first', 'postgres.commit', 'client', database],
    ['first', 'push game', 'consumer', message],
    ['first', 'ws move', 'producer', { 'network.protocol.name': 'websocket' }],
    ['last', 'economy/finishStake', 'client', rpc('fifteen.economy.v1.EconomyService/FinishStake')],
    ['last', 'economy/finishStake', 'server', rpc('fifteen.economy.v1.EconomyService/FinishStake')],
    ['last', 'postgres.tx', 'client', database],
    ['last', 'consume game.finished', 'consumer', message],
    ['http', 'GET /api/auth/user', 'server', { ...request, 'http.response.status_code': 200 }],
  ] as const)('of trace "%s", %s (%s), says what it is about', async (trace, name, kind, attributes) => {
    // On a busy machine the first attempt of a call may fail.
    const { attributes: found } = await recorded(traces[trace], name, kind, 'unset');
    expect(found).toMatchObject(attributes);
  });

  test('of a message names its destination, and the template where that has an id', async () => {
    const push = await recorded(traces.first, 'push game', 'consumer');
    expect(push.attributes).toMatchObject({
      'messaging.destination.name': expect.stringMatching(/push\.room\.[^{}]+$/),
      'messaging.destination.template': expect.stringMatching(/push\.room\.\{id\}$/),
    });
    const event = await recorded(traces.last, 'consume game.finished', 'consumer');
    expect(event.attributes).toMatchObject({
      'messaging.destination.name': expect.stringMatching(/game\.finished$/),
      'messaging.consumer.group.name': expect.any(String),
      'messaging.message.id': expect.any(String),
    });
  });

  test('the commit of several moves is a trace of its own with a link to the trace of each move', async () => {
    const commit = await recorded(traces.first, 'postgres.commit', 'client');
    const linking = () =>
      collector.spans.filter(({ links }) => links.some(({ spanId }) => spanId === commit.spanId));
    await expect
      .poll(linking, { timeout: LATE_MS })
      .toMatchObject([
        { service: 'game', name: 'postgres.write', attributes: database, parentId: undefined },
      ]);
    expect(linking()[0]?.links).toContainEqual({ traceId: commit.traceId, spanId: commit.spanId });
    expect(linking()[0]?.traceId).not.toBe(commit.traceId);
  });

  test('of a rejected move records the exception, and is an error of the caller alone', async () => {
    const failed = { exceptions: [{ 'exception.type': rejection }], attributes: { 'error.type': rejection } };
    const span = (kind: RecordedSpan['kind']) => recorded(traces.rejected, 'game/play', kind);
    expect(await span('client')).toMatchObject({ ...failed, status: 'error' });
    expect(await span('server')).toMatchObject({ ...failed, status: 'unset' });
  });

  test('of a login before the address is verified has the code, and no address', async () => {
    const { exceptions } = await recorded(traces.login, 'POST /api/auth/login', 'server');
    expect(exceptions).toMatchObject([{ 'exception.type': 'NEEDS_VERIFICATION' }]);
    const naming = collector.spans.filter((span) => JSON.stringify(span).includes(account.email));
    expect(naming).toEqual([]);
  });

  test('names the process that made it', async () => {
    const { resource } = await recorded(traces.first, 'ws move', 'server');
    expect(resource).toMatchObject({
      'service.namespace': 'fifteen',
      'service.name': 'gateway',
      'service.version': expect.stringMatching(/^\d+\.\d+\.\d+/),
      'k8s.namespace.name': 'games',
      'k8s.pod.name': 'pod',
    });
    const instances = () => {
      const gateways = collector.spans.filter(({ service }) => service === 'gateway');
      return new Set(gateways.map((span) => span.resource['service.instance.id'])).size;
    };
    // Two replicas, and both have players.
    await expect.poll(instances, { timeout: LATE_MS }).toBe(2);
  });
});

describe('the metrics in docs/metrics.md', () => {
  interface Metric {
    type: string;
    /** Its labels, with their values where the page names all of them. */
    labels: Record<string, ReadonlySet<string> | undefined>;
    services: readonly string[];
  }

  /** The page: its tables, each for the services that its heading or the text under it names. */
  function documented(): Map<string, Metric> {
    const page = readFileSync(new URL('../docs/metrics.md', import.meta.url), 'utf8');
    const metrics = new Map<string, Metric>();
    for (const section of page.split(/^## /m).slice(1)) {
      const [title = ''] = section.split('\n| ');
      const named = serviceNames.filter((service) => new RegExp(`\\b${service}\\b`).test(title));
      const services = named.length > 0 ? named : serviceNames;
      for (const [, name = '', type = '', labels = ''] of section.matchAll(
        /^\| `(\w+)` *\| (\w+) *\|([^|]*)\|/gm,
      ))
        metrics.set(name, { type, labels: labelsIn(labels), services });
    }
    return metrics;
  }

  /** Parses a cell of the table of metrics: "`kind`: `coins` `bot`; `method`" is two labels, the first with two values. */
  function labelsIn(cell: string): Metric['labels'] {
    const labels = cell
      .split(';')
      .map((part) => [...part.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word));
    return Object.fromEntries(
      labels.flatMap(([label, ...values]) =>
        label === undefined ? [] : [[label, values.length > 0 ? new Set(values) : undefined]],
      ),
    );
  }

  test('are served, each by a service that the page names', async () => {
    const missing = async (): Promise<string[]> => {
      const samples = await served();
      return [...documented()]
        .filter(
          ([name, { services }]) =>
            !samples.some((s) => s.metric === name && services.includes(s.service as never)),
        )
        .map(([name]) => name);
    };
    await expect.poll(missing, { timeout: LATE_MS }).toEqual([]);
  });

  test('are all that is served, with these types, labels and values', async () => {
    const page = documented();
    const strange = (await served()).filter(({ service, metric, type, labels }) => {
      const known = page.get(metric);
      if (!known || known.type !== type || !known.services.includes(service)) return true;
      const named = Object.keys(known.labels).sort().join();
      if (named !== Object.keys(labels).sort().join()) return true;
      return Object.entries(labels).some(([label, value]) => known.labels[label]?.has(value) === false);
    });
    expect(strange).toEqual([]);
  });

  test('are at no public address', async () => {
    expect((await fetch(new URL('/metrics', stack.url))).headers.get('content-type')).not.toContain(
      'version=',
    );
  });
});

describe('after that game, the metrics count', () => {
  /** Returns the values of a series at all replicas of all services. */
  async function all(series: string): Promise<number[]> {
    const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(series) ?? [];
    const matchers = [...labels.matchAll(/(\w+)="([^"]*)"/g)];
    return (await served())
      .filter(
        (sample) =>
          sample.name === name && matchers.every(([, key = '', value]) => sample.labels[key] === value),
      )
      .map(({ value }) => value);
  }
  const sum = async (series: string) => (await all(series)).reduce((total, value) => total + value, 0);

  test.each([
    ['five moves by people', 'fifteen_moves_total{actor="player"}', 5],
    ['five answers', 'fifteen_move_duration_seconds_count{outcome="ok"}', 5],
    ['one rejection, after its end', 'fifteen_move_duration_seconds_count{outcome="rejected"}', 1],
    ['five moves that the other has seen', 'fifteen_move_delivery_duration_seconds_count', 5],
    ['six frames', 'fifteen_ws_messages_total{direction="in",type="move"}', 6],
    ['one invalid frame', 'fifteen_ws_messages_total{direction="in",type="invalid"}', 1],
    ['one start', 'fifteen_games_started_total', 1],
    ['one end', 'fifteen_games_ended_total{reason="line"}', 1],
    ['two searches that led to it', 'fifteen_matchmaking_wait_duration_seconds_count{outcome="matched"}', 2],
    ['one pair that they made', 'fifteen_matchmaking_pairing_duration_seconds_count', 1],
    [
      'a request for what is not there',
      'fifteen_http_request_duration_seconds_count{route="unmatched",method="HEAD",status="4xx"}',
      1,
    ],
  ])('%s', async (_, series, value) => {
    await expect.poll(() => sum(series), { timeout: LATE_MS }).toBe(value);
  });

  test.each([
    ['the coins that were bought for it', 'fifteen_coins_minted_total{source="topup"}', 2 * BET],
    ['the coins that guests are given', 'fifteen_coins_minted_total{source="signup"}', 2_000],
    ['no held stake', 'fifteen_stakes_held', 0],
    ['no unsettled game', 'fifteen_games_unsettled', 0],
    ['no running game', 'fifteen_games_active{kind="coins"}', 0],
    ['no search', 'fifteen_matchmaking_queue_searches{bet="5000"}', 0],
    ['no violation of the ledger', 'fifteen_ledger_audit_violations', 0],
  ])('%s, the same at every replica', async (_, series, value) => {
    const same = async () => [...new Set(await all(series))];
    await expect.poll(same, { timeout: LATE_MS }).toEqual([value]);
  });
});
