import { rmSync } from 'node:fs';
import { removeVolumes } from '@fifteen/testkit/stack';
import { claimData, dataDir } from './lib/data.ts';

try {
  await claimData();
  removeVolumes(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
