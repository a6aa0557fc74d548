import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { ports, processSettings, serviceNames, services, type ServiceName } from '@fifteen/topology';
import { root } from '../lib/root.ts';
import { withLines, withRegion } from './replace.ts';

/** The stage of the Dockerfile that is a service's image. */
export const stageOf = (service: ServiceName): string =>
  services[service].serves === 'http' ? 'gateway' : 'service';

function composeService(name: ServiceName): string[] {
  const { serves } = services[name];
  return [
    '',
    `${name}:`,
    '  <<: *service',
    `  image: fifteen/${name}:\${VERSION:-dev}`,
    `  build: { context: ., dockerfile: deploy/Dockerfile, target: ${stageOf(name)}, args: { SERVICE: ${name} } }`,
    `  command: node --env-file=/config/${name}.env src/main.ts`,
    ...(serves === 'http' ? [`  ports: ['127.0.0.1:\${PORT:-8080}:${ports.http}']`] : []),
  ];
}

/** Returns docker-compose.yml with a block for each service. */
export const compose = (current: string): string =>
  withRegion(current, 'services', [...serviceNames.flatMap(composeService), '']);

/** Returns the Dockerfile with the manifests of all packages and services, and the settings of their processes. */
export function dockerfile(current: string): string {
  const workspaces = globSync('{packages,services}/*/package.json', { cwd: root }).map(dirname).sort();
  const copies = workspaces.map((dir) => `COPY ${dir}/package.json ${dir}/`);
  const manifests = withLines(current, /COPY (?:packages|services)\/[\w-]+\/package\.json .*/, copies);
  const settings = Object.entries(processSettings).map(([name, value]) => `ENV ${name}=${value}`);
  return withLines(manifests, /ENV (?:NODE_OPTIONS|MALLOC_ARENA_MAX)=.*/, settings);
}
