import { cpus } from 'node:os';
import { readNote, type Note } from '../lib/note.ts';

/** What is measured, and its processes where they are known. */
export type Site = Pick<Note, 'url' | 'pids'>;

/** The running product, or the site that BASE_URL names. */
export function siteToMeasure(): Site {
  const url = process.env['BASE_URL'];
  return url ? { url, pids: {} } : readNote();
}

/** What the figures were measured on. */
export const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`;
