import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCluster } from './cluster.ts';
import { helmVersion, manifestsOfKind, production, renderIn, type Manifest } from './helm.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Returns a Secret of the cluster with its name. */
const secret = (name: string, data: Record<string, string>, metadata = {}): [string, Manifest] => [
  name,
  {
    ...{ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: 'games', ...metadata } },
    data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, base64(value)])),
  },
];

/** Metadata by which Helm recognises its objects, also those that an uninstall kept. */
const helmMetadata = {
  labels: { 'app.kubernetes.io/managed-by': 'Helm' },
  annotations: { 'meta.helm.sh/release-name': 'fifteen', 'meta.helm.sh/release-namespace': 'games' },
};

const secrets = new Map<string, Manifest>();
let cluster: Awaited<ReturnType<typeof startCluster>>;
beforeAll(async () => {
  cluster = await startCluster(secrets);
});
afterAll(() => cluster.stop());

const checksums = (manifests: readonly Manifest[]) =>
  Object.fromEntries(
    [...manifestsOfKind(manifests, 'Deployment')].map(([name, { spec }]) => [
      name,
      spec.template.metadata.annotations?.['checksum/secrets'],
    ]),
  );

describe.skipIf(!helmVersion)('over upgrades', () => {
  test('what the chart made up stays as it was, and so do the pods', async () => {
    secrets.clear();
    const first = await renderIn(cluster.kubeconfig);
    const { seed } = manifestsOfKind(first, 'Secret').get('seed').stringData;
    secrets.set(...secret('fifteen-seed', { seed }, helmMetadata));
    const second = await renderIn(cluster.kubeconfig);
    expect(second).toEqual(first);
    secrets.clear();
    expect(checksums(await renderIn(cluster.kubeconfig))).not.toEqual(checksums(first));
  });

  test('a Secret of yours that changed starts the pods again that use it, and no others', async () => {
    secrets.clear();
    secrets.set(...secret('fifteen-game', { RPC_TOKEN: 'old' }));
    secrets.set(...secret('fifteen-room', { RPC_TOKEN: 'other' }));
    const files = [production];
    const before = checksums(await renderIn(cluster.kubeconfig, { files }));
    secrets.set(...secret('fifteen-game', { RPC_TOKEN: 'new' }));
    const after = checksums(await renderIn(cluster.kubeconfig, { files }));
    const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
    expect(changed).toEqual(['game']);
  });
});
