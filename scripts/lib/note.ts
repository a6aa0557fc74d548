import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stack } from '@fifteen/testkit/stack';
import { dataDir } from './data.ts';

/** For what works on a running product: where it is, how to call its services, which processes it is at the moment. */
export interface Note extends Pick<Stack, 'url' | 'urls' | 'mailUrl' | 'metrics' | 'adminEnv'> {
  /** Process ids by name: `game`, or `game.1` where there are several, `postgres`, … */
  readonly pids: Readonly<Record<string, number>>;
}

/** The note of the product that runs in this checkout. */
export const noteFile = join(dataDir, 'stack.json');

/** Writes the note, and again whenever a process has another id. */
export function keepNote(stack: Stack, file: string): void {
  const note = () => {
    const { url, urls, mailUrl, metrics, adminEnv } = stack;
    const content: Note = { url, urls, mailUrl, metrics, adminEnv, pids: stack.pids() };
    writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
    // A concurrent reader reads the complete old note.
    renameSync(`${file}.new`, file);
  };
  note();
  stack.supervise(note);
}

/** The product that runs in this checkout; fails with what to do when none does. */
export function readNote(): Note {
  try {
    return JSON.parse(readFileSync(noteFile, 'utf8')) as Note;
  } catch {
    throw new Error('Nothing runs here: start it with `make run`');
  }
}
