import { serviceNames, services } from '@fifteen/topology';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const serving = serviceNames.filter((name) => services[name].serves === 'grpc');

/** A process stops in reverse order of its start. */
test.each(serving)('%s rejects calls before it stops its consumers and jobs', (name) => {
  const file = fileURLToPath(new URL(`../services/${name}/src/service.ts`, import.meta.url));
  const [before = '', after] = readFileSync(file, 'utf8').split('await serveRpc(');
  expect(before).toMatch(/\bstartJobs\(/);
  expect(after).toBeDefined();
  expect(after).not.toMatch(/\b(start|observe)\w*\(/);
});
