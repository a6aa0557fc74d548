import { NATS_OPERATOR, natsAuthorization, ports, serviceNames } from '@fifteen/topology';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  callerEnv,
  migrated,
  secretsIn,
  serviceEnv,
  withCredentials,
  type Env,
} from '@fifteen/testkit/stack';

/**
 * The first container of docker-compose.yml. Migrates the databases, and writes the environment of each service and the
 * broker's configuration to the shared volume, as `make run` does for its child processes.
 */
const [dir = '/config', postgresUrl = '', siteUrl = ''] = process.argv.slice(2);

const write = (name: string, env: Env) =>
  writeFileSync(
    join(dir, `${name}.env`),
    Object.entries(env)
      .map(([variable, value]) => `${variable}='${value}'\n`)
      .join(''),
  );

const secrets = secretsIn(dir);
/** The operator's password is no secret, like the superuser's: both ports are open to this machine only. */
const brokerPassword = (user: string) => (user === NATS_OPERATOR ? 'fifteen' : secrets(`nats:${user}`));

writeFileSync(
  join(dir, 'nats.conf'),
  `http_port: 8222
jetstream { store_dir: "/data" }
${natsAuthorization('', (user) => JSON.stringify(brokerPassword(user)))}`,
);

const context = {
  namespace: '',
  secrets,
  databases: await migrated(postgresUrl, '', serviceNames),
  redisUrl: `redis://redis:${ports.redis}`,
  natsUrl: (service: string) =>
    withCredentials(`nats://nats:${ports.nats}`, service, brokerPassword(service)),
  smtpUrl: `smtp://mail:${ports.mail}`,
  siteUrl,
  // The name resolves to all replicas.
  address: (service: string) => `dns:///${service}:${ports.grpc}`,
};
for (const service of serviceNames) write(service, serviceEnv(service, context));
write('admin', callerEnv('admin', context));
