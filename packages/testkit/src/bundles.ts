import { serviceNames, type ServiceName } from '@fifteen/topology';
import { existsSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'rolldown';
import { root } from './repository.ts';
import { withLock } from './servers/databases.ts';
import { testRun } from './test-run.ts';

/** Each service's program as one file and those it shares with others. */
export interface Bundles {
  readonly programOf: (service: ServiceName) => string;
  /** For what Node compiles of them; it goes with them. */
  readonly compileCache: string;
}

/**
 * Returns the run's bundles, which start in half the processor time of the sources: a service and its packages are a
 * thousand modules. The first caller writes them (2 s), the others wait.
 */
export async function serviceBundles(): Promise<Bundles> {
  const { dir, id, postgres } = testRun();
  const bundles = join(dir, 'bundles');
  await withLock(postgres, `${id} bundles`, async () => {
    if (existsSync(bundles)) return;
    await writeBundles(`${bundles}.new`);
    renameSync(`${bundles}.new`, bundles);
  });
  return {
    programOf: (service) => join(bundles, `${service}.js`),
    compileCache: join(bundles, 'compiled'),
  };
}

/** The bundler is loaded where it is needed only. */
async function writeBundles(dir: string): Promise<void> {
  const { build } = await import('rolldown');
  await build({
    cwd: root,
    input: Object.fromEntries(serviceNames.map((name) => [name, `services/${name}/src/main.ts`])),
    platform: 'node',
    plugins: [ownFiles, nativePackages],
    // knex names clients of databases that are not installed.
    logLevel: 'silent',
    // Names the source above each part: stack traces lead to it.
    experimental: { attachDebugInfo: 'simple' },
    output: { dir, format: 'esm', entryFileNames: '[name].js' },
  });
}

/** Modules find their own files (schemas, protocols, worker threads) where they were before. */
const ownFiles: Plugin = {
  name: 'own-files',
  transform: {
    filter: { code: /\b__(dir|file)name\b|\bimport\.meta\.(url|dirname|filename)\b/ },
    handler: (code, id) => {
      const values: Readonly<Record<string, string>> = {
        url: pathToFileURL(id).href,
        dirname: dirname(id),
        filename: id,
      };
      const quoted = (name: string) => JSON.stringify(values[name]);
      return code
        .replace(/\bimport\.meta\.(url|dirname|filename)\b/g, (_, name: string) => quoted(name))
        .replace(/\b__((?:dir|file)name)\b/g, (_, name: string) => quoted(name));
    },
  },
};

/** Packages with native code stay where they are. */
const nativePackages: Plugin = {
  name: 'native-packages',
  resolveId: {
    filter: { id: /^(sharp|@node-rs\/argon2)$/ },
    handler: (name, importer = root) => ({
      id: createRequire(importer).resolve(name),
      external: 'absolute',
    }),
  },
};
