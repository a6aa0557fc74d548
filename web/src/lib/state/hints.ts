import { storage } from '@/lib/storage.ts';

const shownHints = (): string[] => storage.read('hints')?.split(' ') ?? [];

/** Whether a hint was shown on this device. */
export const isHintShown = (hint: string): boolean => shownHints().includes(hint);

/** Stores that a hint was shown or dismissed: each is shown once on a device. */
export function markHintShown(hint: string): void {
  if (!isHintShown(hint)) storage.write('hints', [...shownHints(), hint].join(' '));
}
