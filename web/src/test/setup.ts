import '@testing-library/jest-dom/vitest';
import './freshPage.ts';
import './freshStores.ts';
import { cleanup, configure, screen } from '@testing-library/react';
import { afterEach } from 'vitest';

/**
 * Returns the error of a query without the page. Testing Library would print that each time a query polls for what is
 * not there yet, for a twentieth of the time of all tests.
 */
function getElementError(message: string | null): Error {
  const error = new Error(message ?? undefined);
  error.name = 'TestingLibraryElementError';
  // Its first line of this app is then the one of the test.
  Error.captureStackTrace(error, getElementError);
  return error;
}

// Responses are immediate, except on a busy machine.
configure({ asyncUtilTimeout: 10_000, getElementError });

// The last hook runs first: the page of a failed test is printed before it is removed.
afterEach(cleanup);
afterEach(({ task }) => {
  if (task.result?.state === 'fail') screen.debug();
});

// jsdom has no layout and no media: tests run as for a player who prefers reduced motion.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { media, matches: media.includes('reduce') }) as MediaQueryList;
document.documentElement.toggleAttribute('data-reduced-motion', true);

// Without layout, every element counts as near.
window.IntersectionObserver ??= class implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly #callback: IntersectionObserverCallback;
  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback;
  }
  observe(target: Element): void {
    this.#callback([{ isIntersecting: true, target } as IntersectionObserverEntry], this);
  }
  unobserve(): void {}
  disconnect(): void {}
  takeRecords = () => [];
};

// jsdom lays nothing out, so nothing changes its size.
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
