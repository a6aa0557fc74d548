import { storage } from '@/lib/storage.ts';

/** Returns the lessons that a user has solved at least once. The browser keeps them for its last user. */
function learnedLessons(userId: string): string[] {
  const [owner, ...keys] = storage.read('learnedLessons')?.split(' ') ?? [];
  return owner === userId ? keys : [];
}

/** Stores that a user has solved a lesson. Returns all lessons that they have solved. */
export function markLearned(userId: string, key: string): ReadonlySet<string> {
  const learned = new Set([...learnedLessons(userId), key]);
  storage.write('learnedLessons', [userId, ...learned].join(' '));
  return learned;
}
