import {
  callersOf,
  eventsOf,
  serviceNames,
  services,
  servicesThatUse,
  streamConsumers,
  streamOwners,
  type ServiceName,
} from '@fifteen/topology';
import { callsPicture, eventsPicture } from './mermaid.ts';
import { table, withLines, withRegion } from './replace.ts';

const list = (names: readonly string[]): string => names.join(', ') || '–';
const mermaid = (lines: readonly string[]): string[] => ['', '```mermaid', ...lines, '```', ''];

/** Returns the table of services, with a link to each; `link` returns where it leads. */
const servicesTable = (link: (name: ServiceName) => string): string[] =>
  table(
    ['service', 'owns', 'storage'],
    serviceNames.map((name) => [`[${name}](${link(name)})`, services[name].owns, services[name].storage]),
  );

const edgesTable = (): string[] =>
  table(
    ['service', 'upstreams', 'callers', 'consumes the streams of', 'servers'],
    serviceNames.map((name) => {
      const { upstreams, consumes = {}, servers } = services[name];
      return [name, list(upstreams), list(callersOf(name)), list(Object.keys(consumes)), list(servers)];
    }),
  );

const eventsTable = (): string[] =>
  table(
    ['event', 'meaning', 'consumers', 'subscribers'],
    streamOwners
      .flatMap(eventsOf)
      .map(({ subject, meaning, consumers, subscribers }) => [
        `\`${subject}\``,
        meaning,
        list(consumers),
        list(subscribers),
      ]),
  );

/** Returns the README with the picture and the table of services. */
export const readme = (current: string): string =>
  withRegion(
    withRegion(current, 'calls', mermaid(callsPicture())),
    'services',
    servicesTable((name) => `services/${name}`),
  );

/** Returns the README of packages/topology with a table of all edges. */
export const topologyReadme = (current: string): string => withRegion(current, 'edges', edgesTable());

/** Returns the architecture's page with its pictures and tables. */
export const architecture = (current: string): string =>
  [
    ['calls', mermaid(callsPicture())],
    ['services', servicesTable((name) => `../services/${name}/README.md`)],
    ['streams', mermaid(eventsPicture())],
    ['events', eventsTable()],
  ].reduce((text, [name, lines]) => withRegion(text, name as string, lines as string[]), current);

/** Returns the deployment guide with its loops over databases. */
export const deployGuide = (current: string): string =>
  withLines(current, /for service in .*; do/, [
    `for service in ${servicesThatUse('postgres').join(' ')}; do`,
  ]);

/** Returns the runbook of a restore with the streams to replay after it. */
export const restoreRunbook = (current: string): string =>
  withLines(
    current,
    / +admin events replay --service \w+/,
    streamOwners
      .filter((name) => streamConsumers(name).length > 0)
      .map((name) => `   admin events replay --service ${name}`),
  );

/** Returns the page of metrics with the services that each section is about. */
export const metricsPage = (current: string): string =>
  Object.entries({
    'services with RPCs': serviceNames.filter((name) => services[name].serves === 'grpc'),
    'services with a database': servicesThatUse('postgres'),
    'services with a stream': streamOwners,
    'services with consumers': serviceNames.filter((name) => services[name].consumes),
  }).reduce((text, [name, names]) => withRegion(text, name, ['', `${names.join(', ')}.`, '']), current);
