import { serviceNames, type ServiceName } from '@fifteen/topology';
import { existsSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'rolldown';
import { root } from './repository.ts';
import { withLock } from './servers/databases.ts';
import { testRun } from './test-run.ts';

/** The programs that tests start. */
type Program = ServiceName | 'admin';

/** Each program as one file, and the files that they share. */
export interface Bundles {
  readonly programOf: (name: Program) => string;
  /** Directory of Node's compile cache for these files. */
  readonly compileCache: string;
}

/**
 * Returns the run's bundles. They start in half the processor time of the sources, which are a thousand modules a
 * service. The first caller writes them (2 s); the others wait.
 */
export async function bundlesOfRun(): Promise<Bundles> {
  const { dir, id, postgres } = testRun();
  return withLock(postgres, `${id} bundles`, () => bundlesIn(join(dir, 'bundles')));
}

/** Returns the bundles in a directory, and writes them first if it does not exist. */
export async function bundlesIn(dir: string): Promise<Bundles> {
  if (!existsSync(dir)) {
    await writeBundles(`${dir}.new`);
    renameSync(`${dir}.new`, dir);
  }
  return { programOf: (name) => join(dir, `${name}.mjs`), compileCache: join(dir, 'compiled') };
}

const sources: Readonly<Record<Program, string>> = {
  ...(Object.fromEntries(serviceNames.map((name) => [name, `services/${name}/src/main.ts`])) as Record<
    ServiceName,
    string
  >),
  admin: 'scripts/admin.ts',
};

/** Bundles the programs. Imports the bundler here, because only this function needs it. */
async function writeBundles(dir: string): Promise<void> {
  const { build } = await import('rolldown');
  await build({
    cwd: root,
    input: sources,
    platform: 'node',
    plugins: [ownFiles, nativePackages],
    // Silent, because knex imports clients of databases that are not installed.
    logLevel: 'silent',
    // Names the source above each part, so that a stack trace leads to it.
    experimental: { attachDebugInfo: 'simple' },
    // Node looks into a `.js` file outside of a package for its kind of module.
    output: { dir, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
  });
}

/** Lets modules find their own files (schemas, protocols, worker threads) next to their sources. */
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

/** Leaves packages with native code where they are installed. */
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
