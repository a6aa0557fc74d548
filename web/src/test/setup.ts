import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);

// What is waited for comes at once, but for a machine that does other things meanwhile.
configure({ asyncUtilTimeout: 5_000 });

// jsdom lays nothing out and knows no media: the tests run as for a player who asked for less motion.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { media, matches: media.includes('reduce') }) as MediaQueryList;
document.documentElement.toggleAttribute('data-reduced-motion', true);

// Where nothing is laid out, everything is as near as can be.
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
