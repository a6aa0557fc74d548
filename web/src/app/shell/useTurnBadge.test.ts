import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useTurn } from '@/lib/state/turn.ts';
import { useTurnBadge } from './useTurnBadge.ts';

it('puts a badge on the icon during the own turn', () => {
  document.head.innerHTML = '<link rel="icon" href="/icon.svg">';
  const setAppBadge = vi.fn(async () => undefined);
  const clearAppBadge = vi.fn(async () => undefined);
  Object.assign(navigator, { setAppBadge, clearAppBadge });
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  renderHook(useTurnBadge);
  expect(icon?.getAttribute('href')).toBe('/icon.svg');
  act(() => useTurn.setState({ isOwn: true }));
  expect(icon?.href).toMatch(/^data:image/);
  expect(setAppBadge).toHaveBeenCalledOnce();
  expect(clearAppBadge).not.toHaveBeenCalled();
  act(() => useTurn.setState({ isOwn: false }));
  expect(clearAppBadge).toHaveBeenCalledOnce();
  expect(icon?.getAttribute('href')).toMatch(/icon\.svg$/);
});
