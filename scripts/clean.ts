import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { engineAnswers, forgetVolume, volumeOf } from '@fifteen/testkit/stack';
import { claimData, dataDir } from './lib/data.ts';

try {
  await claimData();
  // Where Postgres ran in a container, its data lie with the engine.
  if (engineAnswers()) forgetVolume(volumeOf(join(dataDir, 'postgres')));
  rmSync(dataDir, { recursive: true, force: true });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
