import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

/** Data of the local product: databases, streams, mail, logs and its secret. */
export const dataDir = fileURLToPath(new URL('../../.data', import.meta.url));

/**
 * Claims the data directory for this process. Throws when another process has it. The kernel releases the claim with
 * the process: it is an abstract socket name, or a port where the kernel has no such names.
 */
export function claimData(): Promise<void> {
  const hash = createHash('sha256').update(dataDir).digest();
  return new Promise((resolve, reject) => {
    const claim = createServer().unref();
    claim.once('error', () =>
      reject(new Error('Fifteen is already running from this directory: stop it first')),
    );
    if (process.platform === 'linux') claim.listen(`\0fifteen-${hash.toString('hex').slice(0, 16)}`, resolve);
    else claim.listen(20_000 + (hash.readUInt32BE() % 20_000), '127.0.0.1', resolve);
  });
}
