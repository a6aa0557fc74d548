import { storage } from '@/lib/storage.ts';

const shownHints = (): string[] => storage.read('hints')?.split(' ') ?? [];

/** Whether this device has already been given that hint. */
export const isHintShown = (hint: string): boolean => shownHints().includes(hint);

/** Remembers that a hint was given, or put away: each is given once on a device. */
export function markHintShown(hint: string): void {
  if (!isHintShown(hint)) storage.write('hints', [...shownHints(), hint].join(' '));
}
