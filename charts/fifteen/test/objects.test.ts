import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { allFeaturesFile, helmVersion, production, render, type Manifest } from './helm.ts';

/** On a busy machine the compiler needs long to read the types of Kubernetes. */
const TIMEOUT_MS = 180_000;

/**
 * Modules with the types of Kubernetes and of the operators whose objects the chart has. kubernetes-models is generated from
 * their schemas: the compiler finds unknown, missing and mistyped fields, its validators the rest. Errors that only a cluster
 * notices, such as a name that is taken, are not found here.
 */
const typeModules: Readonly<Record<string, string>> = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'keda.sh': '@kubernetes-models/keda',
};

const moduleOf = ({ apiVersion, kind }: Manifest) =>
  `${typeModules[apiVersion.split('/')[0]] ?? 'kubernetes-models'}/${apiVersion}/${kind}`;

/** Returns the type errors of these objects, each a literal of its type in a source file that exists only in memory. */
function typeErrors(manifests: readonly Manifest[]): string[] {
  const file = fileURLToPath(new URL('rendered.ts', import.meta.url));
  const lines = manifests.map(
    (one, index) =>
      `export const o${index}: import('${moduleOf(one)}').I${one.kind} = ${JSON.stringify(one)};`,
  );
  const options = {
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, lines.join('\n'), ts.ScriptTarget.ES2024)
      : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file: source, start = 0, messageText }) => {
    const { name } = manifests[source?.getLineAndCharacterOfPosition(start).line ?? 0]?.metadata ?? {};
    return `${name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

interface Model {
  validate(): void;
}

async function validate(one: Manifest): Promise<void> {
  const module = (await import(moduleOf(one))) as Record<string, new (data: Manifest) => Model>;
  new module[one.kind]!(one).validate();
}

describe.skipIf(!helmVersion).each([
  ['default', []],
  ['production', [production]],
  ['everything', [allFeaturesFile]],
])('every object (%s)', (_, files) => {
  const manifests = helmVersion ? render({ files }) : [];

  test(
    'is one that a cluster knows: no field unknown, none missing, none of another type',
    { timeout: TIMEOUT_MS },
    () => {
      expect(typeErrors(manifests)).toEqual([]);
    },
  );

  test('holds values that a cluster takes', async () => {
    for (const one of manifests) await validate(one);
  });

  test('has a name and labels by which it is found', () => {
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
    for (const { metadata } of manifests) {
      expect(metadata.name).toMatch(/^fifteen-[a-z0-9-]{1,50}$/);
      expect(metadata.labels).toMatchObject({ 'app.kubernetes.io/instance': 'fifteen' });
    }
  });
});

test('the type definitions find a misspelt, a missing and a wrong field', { timeout: TIMEOUT_MS }, () => {
  const service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'a' },
    spec: { ports: [{ port: 1 }] },
  };
  expect(typeErrors([service])).toEqual([]);
  const wrong = [{ prots: [] }, { ports: [{}] }, { ports: [{ port: '80' }] }].map((spec) => ({
    ...service,
    spec,
  }));
  expect(wrong.map((one) => typeErrors([one]).length)).toEqual([1, 1, 1]);
});
