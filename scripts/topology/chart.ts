import {
  natsAuthorization,
  operators,
  ports,
  secretVariables,
  serviceNames,
  services,
} from '@fifteen/topology';
import { stringify } from 'yaml';
import { table, withRegion } from './replace.ts';

const HEADER = '# Generated from packages/topology: npm run topology';

/** Returns `nats-authorization.conf` of a cluster, with passwords from the server's environment. */
export const natsPermissions = (): string =>
  `${HEADER}
# What each user may do in NATS. The passwords come from the server's environment; each must begin with a letter, because
# the file is read after they are put in.
${natsAuthorization('', (user) => `$NATS_PASSWORD_${user.toUpperCase()}`)}`;

/** Returns what the templates read of the topology: what an installation cannot choose. */
export const chartTopology = (): string => {
  const described = serviceNames.map((name) => {
    const { serves, upstreams, servers } = services[name];
    return [name, { serves, upstreams, servers, secrets: secretVariables(name) }];
  });
  const topology = {
    ports,
    operators: { upstreams: operators.upstreams, secrets: ['RPC_TOKEN'] },
    services: Object.fromEntries(described) as unknown,
  };
  return `${HEADER}\n${stringify(topology)}`;
};

interface Schema {
  properties: { services: { properties: unknown } };
}

/** Returns the schema of the values with an entry for each service. */
export function valuesSchema(current: string): string {
  const schema = JSON.parse(current) as Schema;
  const entries = serviceNames.map((name) => [name, { $ref: '#/$defs/service' }]);
  schema.properties.services.properties = Object.fromEntries(entries);
  return JSON.stringify(schema, null, 2);
}

/** Returns the chart's README with the keys of each Secret. */
export function chartReadme(current: string): string {
  const keysOf = (names: readonly string[]) =>
    names
      .flatMap((name) => (name === 'POSTGRES_URL' ? [name, 'POSTGRES_OWNER_URL'] : [name]))
      .map((name) => `\`${name}\``)
      .join(', ');
  const rows = serviceNames.map((name) => [name, keysOf(secretVariables(name))]);
  return withRegion(
    current,
    'secrets',
    table(['Secret of', 'keys'], [...rows, ['admin', keysOf(['RPC_TOKEN'])]]),
  );
}
