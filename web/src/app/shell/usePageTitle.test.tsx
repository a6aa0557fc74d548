import { act, renderHook } from '@testing-library/react';
import { MemoryRouter, useNavigate } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { useTurn } from '@/lib/state/turn.ts';
import { usePageTitle } from './usePageTitle.ts';

vi.mock('@/entities/session/session.ts', () => ({ useSession: () => ({ status: 'in', user: null }) }));

beforeAll(startI18n);

it('names each page, or the own turn', () => {
  const { result } = renderHook(
    () => {
      usePageTitle();
      return useNavigate();
    },
    { wrapper: MemoryRouter },
  );
  const navigate = (path: string) => act(() => void result.current(path));
  expect(document.title).toBe('Fifteen');
  navigate('/shop');
  expect(document.title).toBe('Shop – Fifteen');
  navigate('/nowhere');
  expect(document.title).toBe('404 Page Not Found – Fifteen');
  act(() => useTurn.setState({ isOwn: true }));
  expect(document.title).toBe('● Your turn – Fifteen');
});
