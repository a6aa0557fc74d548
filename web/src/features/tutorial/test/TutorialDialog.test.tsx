import type { User } from '@fifteen/contract';
import { POSITIONS } from '@fifteen/domain';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { becomeUser } from '@/entities/session/session.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { Around } from '@/test/Around.tsx';
import { TutorialDialog } from '../components/TutorialDialog.tsx';
import { lessons, tryMove } from '../model/lessons.ts';

const fetched = vi.fn<typeof fetch>();
const claims = () => fetched.mock.calls.filter(([url]) => url === '/api/rewards/claim');
const signIn = (id: string) => becomeUser({ id, userId: id } as User);

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  localStorage.clear();
  fetched.mockReset();
  fetched.mockImplementation(async () =>
    Response.json({ reward: { id: 'tutorial', items: [] }, earnedNow: false }),
  );
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

/** Opens the tutorial, solves these of its boards and closes it. */
function solve(...keys: string[]): void {
  const { unmount } = render(<TutorialDialog />, { wrapper: Around });
  for (const lesson of lessons) {
    const solving = POSITIONS.find((cell) => tryMove(lesson, cell) === 'solved');
    if (keys.includes(lesson.key))
      fireEvent.click(screen.getByRole('button', { name: new RegExp(`^Cell ${solving},`) }));
    if (lesson !== lessons.at(-1)) fireEvent.click(screen.getByRole('button', { name: /^(Next|Skip)/ }));
  }
  unmount();
}
const allBut = (last: string) => lessons.map(({ key }) => key).filter((key) => key !== last);

it('brings its reward for boards that were solved on several visits', async () => {
  signIn('mina');
  solve(...allBut('column'));
  expect(claims()).toEqual([]);
  solve('column');
  await waitFor(() => expect(claims()).toHaveLength(1));
});

it('brings no user a reward for the boards of another', async () => {
  signIn('mina');
  solve(...allBut('column'));
  signIn('omar');
  solve('column');
  expect(localStorage.getItem('rewardClaims')).toBeNull();
});
