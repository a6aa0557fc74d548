import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { asyncApi } from './asyncapi.ts';
import { openApi } from './openapi.ts';
import { rights } from './rights.ts';

/** The directory of the documents. */
export const DIRECTORY = fileURLToPath(new URL('../../docs/api', import.meta.url));

/** Returns the documents by file name, formatted as the repository formats them. */
export async function apiDocuments(): Promise<
  Record<'openapi.json' | 'asyncapi.json' | 'rights.md', string>
> {
  return {
    'openapi.json': await formatted('openapi.json', JSON.stringify(await openApi())),
    'asyncapi.json': await formatted('asyncapi.json', JSON.stringify(asyncApi())),
    'rights.md': await formatted('rights.md', await rights()),
  };
}

async function formatted(name: string, text: string): Promise<string> {
  const filepath = `${DIRECTORY}/${name}`;
  return format(text, { ...(await resolveConfig(filepath)), filepath });
}
