import { rmSync } from 'node:fs';
import { forgetVolumes } from '@fifteen/testkit/stack';
import { claimData, dataDir } from './lib/data.ts';

try {
  await claimData();
  forgetVolumes(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
