import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  authorization,
  callerEnv,
  migrated,
  OPERATOR,
  secretsIn,
  serviceEnv,
  serviceNames,
  withCredentials,
  type Env,
} from '@fifteen/testkit/stack';

/**
 * The first container of docker-compose.yml: brings the databases to the newest schema and writes one file of
 * environment per service, and the broker's configuration, into the volume that they share, as `make run` does for its
 * child processes.
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
/** The operator's is no secret, as that of the database's superuser is none: both are published to this machine only. */
const brokerPassword = (user: string) => (user === OPERATOR ? 'fifteen' : secrets(`nats:${user}`));

writeFileSync(
  join(dir, 'nats.conf'),
  `http_port: 8222
jetstream { store_dir: "/data" }
${authorization('', (user) => JSON.stringify(brokerPassword(user)))}`,
);

const world = {
  namespace: '',
  secrets,
  databases: await migrated(postgresUrl, '', serviceNames),
  redisUrl: 'redis://redis:6379',
  natsUrl: (service: string) => withCredentials('nats://nats:4222', service, brokerPassword(service)),
  smtpUrl: 'smtp://mail:1025',
  siteUrl,
  // The name stands for all replicas.
  address: (service: string) => `dns:///${service}:50051`,
};
for (const service of serviceNames) write(service, serviceEnv(service, world));
write('admin', callerEnv('admin', world));
