import { spawnSync } from 'node:child_process';
import { engineAnswers, serverImages } from '@fifteen/testkit/stack';
import { root } from './lib/root.ts';

const HELP = `Runs the integration tests against containers: Postgres, Redis and NATS, and then the product itself, two of each.

  make test-containers

It needs a container engine that answers. The images of the product are built first (make images).`;

/** Clears away the containers of a run that was killed; a run that ends clears away its own. */
const REAPER = 'testcontainers/ryuk:0.14.0';

/** What needs servers: packages and services. What they stand on comes from images, whatever is installed or named here. */
const integration = ['--project', '!web', '--project', '!product'];
/** Whole games, everything that dies in them, an update of all services, and what is seen of it. */
const wholes = ['a-game-for-coins.test', 'faults.test', 'rolling-update.nightly', 'telemetry.test'];
const product = ['--project', 'product', ...wholes.map((name) => `test/${name}.ts`)];

/** Is the image here, or can it be fetched? */
const canBeHad = (image: string): boolean =>
  [['image', 'inspect'], ['pull']].some((how) => spawnSync('docker', [...how, image]).status === 0);

/** What Testcontainers is told of its reaper, which is not to be had everywhere. */
function reaper(): Record<string, string> {
  if (canBeHad(REAPER)) return { RYUK_CONTAINER_IMAGE: REAPER };
  console.log(`${REAPER} cannot be fetched: should this run be killed, its containers stay.`);
  return { TESTCONTAINERS_RYUK_DISABLED: 'true' };
}

function run(title: string, args: readonly string[], env: Record<string, string> = {}): boolean {
  console.log(`\n${title}\n`);
  const given = { POSTGRES_URL: undefined, REDIS_URL: undefined, NATS_URL: undefined };
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...given, SERVERS: 'containers', ...env },
  });
  return status === 0;
}

if (process.argv.includes('--help')) {
  console.log(HELP);
  process.exit(0);
}
if (!engineAnswers()) {
  console.error('No container engine answers (docker info): nothing was tested.');
  process.exit(1);
}
const missing = Object.values(serverImages).filter((image) => !canBeHad(image));
if (missing.length > 0) {
  console.error(`Neither here nor to be fetched: ${missing.join(', ')}. Nothing was tested.`);
  process.exit(1);
}
const reaping = reaper();
/** One file at a time: each has an engine start many containers, which takes longer than processes do. */
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--no-file-parallelism'];
const right =
  run('The images', ['scripts/images.ts']) &&
  [
    run('Packages and services, on servers in containers', [...vitest, ...integration], reaping),
    run('The product in containers, two of each', [...vitest, ...product], {
      ...reaping,
      STACK: 'containers',
      TESTS: 'all',
    }),
  ].every(Boolean);
process.exit(right ? 0 : 1);
