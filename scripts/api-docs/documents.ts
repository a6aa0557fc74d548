import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { asyncApi } from './asyncapi.ts';
import { openApi } from './openapi.ts';

/** The directory of the documents. */
export const DIRECTORY = fileURLToPath(new URL('../../docs/api', import.meta.url));

/** Returns the documents by file name, formatted as the repository formats JSON. */
export async function apiDocuments(): Promise<Record<'openapi.json' | 'asyncapi.json', string>> {
  return {
    'openapi.json': await formatted(await openApi()),
    'asyncapi.json': await formatted(asyncApi()),
  };
}

async function formatted(document: object): Promise<string> {
  const filepath = `${DIRECTORY}/document.json`;
  return format(JSON.stringify(document), { ...(await resolveConfig(filepath)), filepath });
}
