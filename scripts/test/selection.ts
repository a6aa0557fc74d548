import { isAbsolute, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { createVitest } from 'vitest/node';
import { root } from '../lib/root.ts';

/** Modules that start servers. Test files that import one of them need servers. */
const SERVERS = ['packages/testkit/src/test-run.ts', 'packages/testkit/src/collector.ts'].map((file) =>
  join(root, file),
);

/** Returns the test files that need servers, or those that need none, by their imports. */
export async function filesThat(needs: 'servers' | 'nothing'): Promise<string[]> {
  const files = await testFiles();
  const imports = await importsFrom(files);
  const needsServers = (file: string): boolean => {
    const reached = new Set([file]);
    // Grows as it is read.
    for (const each of reached) imports.get(each)?.forEach((imported) => reached.add(imported));
    return SERVERS.some((server) => reached.has(server));
  };
  return files
    .filter((file) => needsServers(file) === (needs === 'servers'))
    .map((file) => relative(root, file));
}

/** Returns all test files but the web app's, which does not import the test kit. */
async function testFiles(): Promise<string[]> {
  const vitest = await createVitest('test', { root, watch: false, reporters: [], project: ['!web'] });
  try {
    return (await vitest.globTestSpecifications()).map(({ moduleId }) => moduleId);
  } finally {
    await vitest.close();
  }
}

/**
 * Returns what each module of this repository imports, beginning with some files, by a bundler: Vitest would transform
 * all of them first, for four seconds of which one core rests.
 */
async function importsFrom(files: string[]): Promise<Map<string, readonly string[]>> {
  const imports = new Map<string, readonly string[]>();
  const bundle = await rolldown({
    input: files,
    external: (id) => !isAbsolute(id) && !/^(\.|@fifteen\/)/.test(id),
    treeshake: false,
    plugins: [
      {
        name: 'imports',
        moduleParsed: ({ id, importedIds, dynamicallyImportedIds }) =>
          void imports.set(id, [...importedIds, ...dynamicallyImportedIds]),
      },
    ],
  });
  await bundle.generate();
  await bundle.close();
  return imports;
}
