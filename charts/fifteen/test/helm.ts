import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serviceNames } from '@fifteen/topology';
import { parseAllDocuments } from 'yaml';
import { findProgram, helm as helmProgram } from '../../../scripts/lib/go-program.ts';

/** The chart. */
export const chart = fileURLToPath(new URL('..', import.meta.url));
/** The Kubernetes version of a render. Helm's default depends on how it was built. */
const kubernetesVersion = '1.34.0';
/** The name of the release. */
const release = 'fifteen';

/** Values that enable every feature, and the example for production. */
export const allFeaturesFile = join(chart, 'test/everything.yaml');
export const production = join(chart, 'values-production.example.yaml');

const program = findProgram(helmProgram);

/** Helm's version, undefined where it is not installed. */
export const helmVersion: string | undefined =
  program && spawnSync(program, ['version', '--short'], { encoding: 'utf8' }).stdout.trim();

if (!helmVersion)
  process.stderr.write(
    'SKIPPED: the tests of the chart, because helm is not here (make tools installs it)\n',
  );

/** Result of a Helm command. */
export interface HelmResult {
  readonly ok: boolean;
  readonly output: string;
  readonly errorOutput: string;
}

export function helm(...args: string[]): HelmResult {
  const { status, stdout, stderr } = spawnSync(program ?? 'helm', args, { encoding: 'utf8', maxBuffer: 1e8 });
  return { ok: status === 0, output: stdout, errorOutput: stderr };
}

/** Values of a render: files, and settings for `--set`. */
export interface Values {
  readonly files?: readonly string[];
  readonly set?: Readonly<Record<string, string | number | boolean>>;
}

function templateArgs({ files = [], set = {} }: Values): string[] {
  const values = files.flatMap((file) => ['--values', file]);
  const settings = Object.entries(set).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  return ['template', release, chart, '--namespace', 'games', ...values, ...settings];
}

/** Returns what `helm install` would send to the cluster. */
export const template = (values: Values = {}): HelmResult =>
  helm(...templateArgs(values), '--kube-version', kubernetesVersion);

/** A Kubernetes object. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- of fifty types; another test checks each against its schema
export type Manifest = any;

const objectsOf = (output: string): Manifest[] =>
  parseAllDocuments(output)
    .map((document) => document.toJS() as Manifest)
    .filter(Boolean);

/**
 * Renders the chart to objects, with new secrets each time.
 * @throws Error where a service lacks its Deployment: a test of every object would pass for none
 */
export function renderUncached(values: Values = {}): Manifest[] {
  const { ok, output, errorOutput } = template(values);
  if (!ok) throw new Error(errorOutput);
  const manifests = objectsOf(output);
  const deployments = manifestsOfKind(manifests, 'Deployment');
  const missing = serviceNames.filter((name) => !deployments.has(name));
  if (missing.length > 0) throw new Error(`the chart renders no Deployment of ${missing.join()}`);
  return manifests;
}

/** Returns what Helm makes of a copy of the chart with a changed file. */
export function renderChanged(path: string, change: (text: string) => string): Manifest[] {
  const dir = mkdtempSync(join(tmpdir(), 'fifteen-chart-'));
  try {
    cpSync(chart, dir, { recursive: true, filter: (source) => !source.endsWith('/golden') });
    const file = join(dir, path);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    return objectsOf(helm('template', release, dir).output);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Returns what Helm would send to a cluster, by a dry run at that cluster. */
export async function renderIn(kubeconfig: string, values: Values = {}): Promise<Manifest[]> {
  const dryRun = ['--kubeconfig', kubeconfig, '--dry-run=server', '--disable-openapi-validation'];
  const { stdout } = await promisify(execFile)(program ?? 'helm', [...templateArgs(values), ...dryRun], {
    maxBuffer: 1e8,
  });
  return objectsOf(stdout);
}

const rendered = new Map<string, Manifest[]>();

/** Renders the chart to objects, cached by the values. */
export function render(values: Values = {}): Manifest[] {
  const key = JSON.stringify(values);
  const manifests = rendered.get(key) ?? renderUncached(values);
  rendered.set(key, manifests);
  return manifests;
}

/** Returns the manifests of a kind by component. */
export function manifestsOfKind(manifests: readonly Manifest[], kind: string): Map<string, Manifest> {
  return new Map(
    manifests
      .filter((one) => one.kind === kind)
      .map((one) => [one.metadata.name.replace(`${release}-`, ''), one]),
  );
}

/** Returns the pods of a render, each with the name of its workload. */
export function pods(manifests: readonly Manifest[]): { name: string; metadata: Manifest; spec: Manifest }[] {
  return manifests
    .filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job', 'Pod'].includes(kind))
    .map((one) => ({ name: one.metadata.name, ...(one.kind === 'Pod' ? one : one.spec.template) }));
}
