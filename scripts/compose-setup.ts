import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callerEnv, migrated, secretsIn, serviceEnv, serviceNames, type Env } from '@fifteen/testkit/stack';

/**
 * The first container of docker-compose.yml: brings the databases to the newest schema and writes one file of
 * environment per service into the volume that they share, as `make run` does for its child processes.
 */
const [dir = '/config', postgresUrl = '', siteUrl = ''] = process.argv.slice(2);

const write = (name: string, env: Env) =>
  writeFileSync(
    join(dir, `${name}.env`),
    Object.entries(env)
      .map(([variable, value]) => `${variable}='${value}'\n`)
      .join(''),
  );

const world = {
  namespace: '',
  secrets: secretsIn(dir),
  databases: await migrated(postgresUrl, '', serviceNames),
  redisUrl: 'redis://redis:6379',
  natsUrl: 'nats://nats:4222',
  smtpUrl: 'smtp://mail:1025',
  siteUrl,
  // The name stands for all replicas.
  address: (service: string) => `dns:///${service}:50051`,
};
for (const service of serviceNames) write(service, serviceEnv(service, world));
write('admin', callerEnv('admin', world));
