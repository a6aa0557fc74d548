import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { dataDir } from '../lib/data.ts';

/** What is measured, and its processes where they are known. */
export interface Site {
  url: string;
  pids: Record<string, number>;
}

/** The running product, or the site that BASE_URL names. */
export function siteToMeasure(): Site {
  const url = process.env['BASE_URL'];
  if (url) return { url, pids: {} };
  try {
    return JSON.parse(readFileSync(join(dataDir, 'stack.json'), 'utf8')) as Site;
  } catch {
    throw new Error('Nothing runs here: start it with make run, or name a site with BASE_URL');
  }
}

/** What the figures were measured on. */
export const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`;
