import '@testing-library/jest-dom/vitest';
import './freshPage.ts';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);

// Responses are immediate, except on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

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
