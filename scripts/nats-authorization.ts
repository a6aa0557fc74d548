import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { authorizationFile } from '@fifteen/testkit/stack';

/** Writes who may do what in the broker for the cluster: run it when `brokerGraph` changed. */
writeFileSync(
  fileURLToPath(new URL('../charts/fifteen/files/nats-authorization.conf', import.meta.url)),
  authorizationFile(),
);
