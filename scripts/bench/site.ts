import { cpus } from 'node:os';
import { readNote, type Note } from '../lib/note.ts';

/** The measured site, and its processes and their metrics where they are known. */
export type Site = Pick<Note, 'url' | 'pids' | 'metrics'>;

/** Returns the product that runs in this checkout, or the site in BASE_URL. */
export function siteToMeasure(): Site {
  const url = process.env['BASE_URL'];
  return url ? { url, pids: {}, metrics: {} } : readNote();
}

/** Machine and runtime of the measurements. */
export const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`;
