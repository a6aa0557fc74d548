import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, vi } from 'vitest';
import { Around } from './Around.tsx';
import { newUser } from './user.ts';

/** A query may repeat a failed fetch once by itself. */
const TIMEOUT_MS = 5_000;
const failure = { error: 'x', message: 'x', code: 'FORBIDDEN' };
const fail = async () => Response.json(failure, { status: 403 });

/**
 * Expects that the retry of a view without data keeps the focus while it runs, and after it has failed. Replaces `fetch`.
 */
export async function expectRetryToKeepFocus(view: ReactNode): Promise<void> {
  vi.stubGlobal('fetch', fail);
  render(<Around>{view}</Around>);
  const retry = await screen.findByRole('button', { name: 'Try Again' }, { timeout: TIMEOUT_MS });
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  await newUser().click(retry);
  expect(retry).toHaveFocus();
  expect(retry).toHaveAttribute('aria-busy');
  await act(async () => resolve(await fail()));
  await expect.poll(() => retry, { timeout: TIMEOUT_MS }).not.toHaveAttribute('aria-busy');
  expect(retry).toHaveFocus();
}
