import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { Collector, type RecordedSpan } from '@fifteen/testkit/collector';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

/** The trace id that the client names. A sampler of ratios takes it however small the ratio is: its four words xor to 0. */
const TRACE = '0af7651916cd43dd0af7651916cd43dd';

/**
 * A service that records one span and stops; on stdout, what the span was sent on with, the ids that its log lines had, and
 * the modules that were loaded.
 */
const SERVICE = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  const { baseConfig, loadConfig, rootSpan, runService, traceFields, traceparent } = await import('@fifteen/runtime');
  let sent, logged;
  const work = async () => void ([sent, logged] = [traceparent(), traceFields()]);
  const parent = { traceparent: '00-${TRACE}-b7ad6b7169203331-00' };
  await runService('probe', loadConfig(baseConfig), () => rootSpan('work', work, { parent }));
  console.log(JSON.stringify({ sent, logged, loaded }));
  process.kill(process.pid, 'SIGTERM');`;

interface Outcome {
  /** The traceparent of what the service sent. */
  sent: string;
  /** The ids in log lines. */
  logged: { traceId?: string; clientTraceId?: string };
  isSdkLoaded: boolean;
  spans: readonly RecordedSpan[];
  requests: Collector['requests'];
  stderr: string;
}

/** Runs the service until it has stopped, in an environment in which COLLECTOR stands for the collector's address. */
async function run(env: Record<string, string>): Promise<Outcome> {
  const collector = new Collector();
  const endpoint = await collector.start();
  const named = Object.entries(env).map(([name, value]) => [name, value.replace('COLLECTOR', endpoint)]);
  const common = { RPC_TOKEN: 't'.repeat(16), METRICS_PORT: '0', LOG_LEVEL: 'silent' };
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', SERVICE],
    {
      cwd: import.meta.dirname,
      env: { ...common, ...Object.fromEntries(named) },
    },
  );
  await collector.stop();
  const { sent, logged, loaded } = JSON.parse(stdout) as Pick<Outcome, 'sent' | 'logged'> & {
    loaded: string[];
  };
  const isSdkLoaded = loaded.some((url) => url.includes('@opentelemetry/sdk-node'));
  return { sent, logged, isSdkLoaded, spans: collector.spans, requests: collector.requests, stderr };
}

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'COLLECTOR' };
const JSON_PROTOCOL = { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };

test.each([
  ['without an endpoint', {}],
  ['with OTEL_SDK_DISABLED', { ...ENDPOINT, OTEL_SDK_DISABLED: 'True' }],
  ['with OTEL_TRACES_EXPORTER=none', { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }],
])('%s, tracing is off: the SDK is not loaded, and trace ids still pass on', async (_, env) => {
  const { isSdkLoaded, requests, sent, logged } = await run(env);
  expect({ isSdkLoaded, requests }).toEqual({ isSdkLoaded: false, requests: [] });
  expect(sent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  expect(logged).toEqual({ traceId: TRACE, clientTraceId: TRACE });
});

/** Containers mostly have no id of a machine. */
const NO_HOST_ID = 'dropping invalid resource attribute value for key "host.id"\n';

test('OTEL_EXPORTER_OTLP_ENDPOINT turns tracing on, over OTLP/HTTP in protobuf', async () => {
  const { isSdkLoaded, requests, stderr } = await run({ ...ENDPOINT, OTEL_LOG_LEVEL: 'warn' });
  expect({ isSdkLoaded, stderr: stderr.replace(NO_HOST_ID, '') }).toEqual({ isSdkLoaded: true, stderr: '' });
  expect(requests).toMatchObject([
    { url: '/v1/traces', headers: { 'content-type': 'application/x-protobuf' } },
  ]);
});

test('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT turns tracing on, with OTEL_EXPORTER_OTLP_HEADERS', async () => {
  const { requests } = await run({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'COLLECTOR/traces',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=fifteen',
  });
  expect(requests).toMatchObject([{ url: '/traces', headers: { 'x-tenant': 'fifteen' } }]);
});

test('a root span has a trace id of its own, that of the client as an attribute, and no parent', async () => {
  const { spans, sent } = await run(JSON_PROTOCOL);
  const attributes = { 'fifteen.client_trace_id': TRACE };
  expect(spans).toMatchObject([{ name: 'work', kind: 'server', attributes, parentId: undefined }]);
  expect(spans[0]?.traceId).not.toBe(TRACE);
  expect(sent).toBe(`00-${spans[0]?.traceId}-${spans[0]?.spanId}-01`);
});

test('a client does not decide what a sampler of ratios takes', async () => {
  const sampler = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.000000001' };
  const { requests, sent } = await run({ ...JSON_PROTOCOL, ...sampler });
  expect(requests).toEqual([]);
  expect(sent).toMatch(/-00$/);
});

test.each([
  ['sampled', 'always_on'],
  ['not sampled', 'always_off'],
])('the log lines of a trace that is %s have the id of its client beside its own', async (_, sampler) => {
  const { logged, sent } = await run({ ...JSON_PROTOCOL, OTEL_TRACES_SAMPLER: sampler });
  const [, traceId] = sent.split('-');
  expect(logged).toEqual({ traceId, clientTraceId: TRACE });
  expect(traceId).not.toBe(TRACE);
});

test('the resource names service, version and instance', async () => {
  const { spans } = await run(JSON_PROTOCOL);
  expect(spans[0]?.resource).toMatchObject({
    'service.namespace': 'fifteen',
    'service.name': 'probe',
    'service.version': manifest.version,
    'service.instance.id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test('OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence', async () => {
  const own = 'service.instance.id=games.game-1.game,k8s.pod.name=game-1,k8s.namespace.name=games';
  const { spans } = await run({
    ...JSON_PROTOCOL,
    OTEL_SERVICE_NAME: 'renamed',
    OTEL_RESOURCE_ATTRIBUTES: own,
  });
  expect(spans[0]?.resource).toMatchObject({
    'service.name': 'renamed',
    'service.version': manifest.version,
    'service.instance.id': 'games.game-1.game',
    'k8s.pod.name': 'game-1',
    'k8s.namespace.name': 'games',
  });
});

test('OTEL_TRACES_SAMPLER decides what is recorded, and the decision is passed on', async () => {
  const { requests, sent } = await run({ ...JSON_PROTOCOL, OTEL_TRACES_SAMPLER: 'always_off' });
  expect(requests).toEqual([]);
  expect(sent).toMatch(/-00$/);
});

test('OTEL_PROPAGATORS decides what is passed on', async () => {
  const { spans, sent } = await run({ ...JSON_PROTOCOL, OTEL_PROPAGATORS: 'none' });
  expect(spans).toHaveLength(1);
  expect(sent).toBe('');
});

test('each OpenTelemetry package is installed in one version', () => {
  const lock = readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8');
  const { packages } = JSON.parse(lock) as { packages: Record<string, unknown> };
  const installed = Object.keys(packages).filter((path) => path.includes('/@opentelemetry/'));
  expect(installed).toContain('node_modules/@opentelemetry/sdk-node');
  expect(installed.filter((path) => path.lastIndexOf('node_modules/') > 0)).toEqual([]);
});
