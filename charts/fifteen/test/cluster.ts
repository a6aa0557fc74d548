import { createServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Manifest } from './helm.ts';

/** The kinds that Helm looks up when it renders the chart's defaults, by API. */
const resourceKinds: Readonly<Record<string, readonly string[]>> = {
  v1: ['Secret', 'ConfigMap', 'Service', 'ServiceAccount', 'Pod'],
  'apps/v1': ['Deployment', 'StatefulSet'],
  'autoscaling/v2': ['HorizontalPodAutoscaler'],
  'batch/v1': ['Job'],
  'gateway.networking.k8s.io/v1': ['HTTPRoute'],
  'monitoring.coreos.com/v1': ['PrometheusRule', 'ServiceMonitor'],
  'networking.k8s.io/v1': ['NetworkPolicy'],
  'policy/v1': ['PodDisruptionBudget'],
};

const groups = Object.keys(resourceKinds)
  .filter((api) => api.includes('/'))
  .map((api) => {
    const [name, version] = api.split('/');
    const preferredVersion = { groupVersion: api, version };
    return { name, versions: [preferredVersion], preferredVersion };
  });

const resource = (kind: string) => {
  const singularName = kind.toLowerCase();
  return { name: `${singularName}s`, singularName, namespaced: true, kind, verbs: ['get', 'list'] };
};

/** Returns the response of a read-only cluster with these Secrets, undefined when there is nothing at this path. */
function responseTo(path: string, secrets: ReadonlyMap<string, Manifest>): object | undefined {
  if (path === '/version') return { major: '1', minor: '34', gitVersion: 'v1.34.0' };
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  if (path === '/apis') return { kind: 'APIGroupList', apiVersion: 'v1', groups };
  const api = path.replace(/^\/apis?\//, '');
  if (resourceKinds[api])
    return { kind: 'APIResourceList', groupVersion: api, resources: resourceKinds[api].map(resource) };
  const [, name = ''] = /\/secrets\/([^/]+)$/.exec(path) ?? [];
  return secrets.get(name);
}

const notFound = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 };

/** Serves the part of a cluster's API that Helm reads while it renders. */
export async function startCluster(
  secrets: ReadonlyMap<string, Manifest>,
): Promise<{ kubeconfig: string; stop(): void }> {
  const server = createServer(({ url = '' }, response) => {
    const found = responseTo(url.split('?', 1)[0] ?? '', secrets);
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? notFound));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const dir = mkdtempSync(join(tmpdir(), 'fifteen-chart-'));
  const kubeconfig = join(dir, 'kubeconfig.json');
  const { port } = server.address() as AddressInfo;
  const context = { name: 'here', context: { cluster: 'here', user: 'nobody' } };
  const config = {
    ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'here', contexts: [context] },
    clusters: [{ name: 'here', cluster: { server: `http://127.0.0.1:${port}` } }],
    users: [{ name: 'nobody', user: {} }],
  };
  writeFileSync(kubeconfig, JSON.stringify(config));
  const stop = () => {
    server.close();
    rmSync(dir, { recursive: true });
  };
  return { kubeconfig, stop };
}
