import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, getFileInfo, resolveConfig } from 'prettier';
import { root } from '../lib/root.ts';
import { chartReadme, chartTopology, natsPermissions, valuesSchema } from './chart.ts';
import { compose, dockerfile } from './containers.ts';
import {
  architecture,
  deployGuide,
  metricsPage,
  readme,
  restoreRunbook,
  topologyReadme,
} from './documents.ts';
import { alertScenarios, platformRules, prometheusTargets } from './prometheus.ts';

/** What makes a file of its present text. */
const generators: Readonly<Record<string, (current: string) => string>> = {
  'README.md': readme,
  'charts/fifteen/README.md': chartReadme,
  'charts/fifteen/files/nats-authorization.conf': natsPermissions,
  'charts/fifteen/files/rules/platform.yaml': platformRules,
  'charts/fifteen/files/topology.yaml': chartTopology,
  'charts/fifteen/values.schema.json': valuesSchema,
  'deploy/Dockerfile': dockerfile,
  'deploy/observability/prometheus.yml': prometheusTargets,
  'deploy/observability/test/alerts.promtool.yaml': alertScenarios,
  'docker-compose.yml': compose,
  'docs/architecture.md': architecture,
  'docs/deploy.md': deployGuide,
  'docs/metrics.md': metricsPage,
  'docs/runbooks/restore.md': restoreRunbook,
  'packages/topology/README.md': topologyReadme,
};

/** Returns the content of each file that follows from packages/topology, by its path in the repository. */
export async function topologyFiles(): Promise<Record<string, string>> {
  const files = Object.entries(generators).map(async ([file, generate]) => {
    const path = join(root, file);
    const text = generate(existsSync(path) ? readFileSync(path, 'utf8') : '');
    return [file, await formatted(path, text)];
  });
  return Object.fromEntries(await Promise.all(files)) as Record<string, string>;
}

async function formatted(path: string, text: string): Promise<string> {
  const { ignored, inferredParser } = await getFileInfo(path, { ignorePath: join(root, '.prettierignore') });
  if (ignored || !inferredParser) return text;
  return format(text, { ...(await resolveConfig(path)), filepath: path });
}
