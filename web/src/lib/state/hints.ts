import { storage } from '@/lib/storage.ts';

const given = (): string[] => storage.read('hints')?.split(' ') ?? [];

/** Whether this device has already been given that hint. */
export const isGiven = (hint: string): boolean => given().includes(hint);

/** Remembers that a hint was given, or put away: each is given once on a device. */
export function markGiven(hint: string): void {
  if (!isGiven(hint)) storage.write('hints', [...given(), hint].join(' '));
}
