import { rmSync } from 'node:fs';
import { claimData, dataDir } from './lib/data.ts';

try {
  await claimData();
  rmSync(dataDir, { recursive: true, force: true });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
