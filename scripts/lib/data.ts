import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

/** Everything that the local product keeps: databases, streams, mail, logs and its secret. */
export const dataDir = fileURLToPath(new URL('../../.data', import.meta.url));

/**
 * Claims the data for this process. Fails when another one has them. The claim is a name in the kernel, so that it ends
 * with the process, however that ends.
 */
export function claimData(): Promise<void> {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return new Promise((resolve, reject) => {
    const claim = createServer().unref();
    claim.once('error', () =>
      reject(new Error('Fifteen is already running from this directory: stop it first')),
    );
    claim.listen(`\0fifteen-${name}`, resolve);
  });
}
