import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..');
/** Owned cosmetics, and a search. Waits may move as long as they last: `animate-spin` and `animate-pulse`. */
const MAY_LOOP = [
  'components/avatar-decorations/AvatarDecoration.module.css',
  'features/quick-match/components/Match.module.css',
];

it('lets no animation run on beside the board, where it would draw the eye from the game', () => {
  const found = globSync('**/*.css', { cwd: SRC })
    .filter((path) => !path.startsWith('styles/themes/') && !MAY_LOOP.includes(path))
    .filter((path) => /animation[^;]*\binfinite\b/.test(readFileSync(join(SRC, path), 'utf8')));
  expect(found).toEqual([]);
});
