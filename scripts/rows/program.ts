import ts from 'typescript';
import { root } from '../lib/root.ts';

/** Sources with their type information. */
interface Program {
  readonly files: readonly ts.SourceFile[];
  readonly checker: ts.TypeChecker;
}

/** Compiles these files as `npm run types` does. `texts` has the content of files that are not on disk. */
export function programOf(names: readonly string[], texts: ReadonlyMap<string, string> = new Map()): Program {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  const program = ts.createProgram(names, options, host);
  const wanted = new Set(names);
  return {
    files: program.getSourceFiles().filter(({ fileName }) => wanted.has(fileName)),
    checker: program.getTypeChecker(),
  };
}
