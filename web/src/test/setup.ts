import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);

// jsdom lays nothing out and knows no media: the tests run as for somebody who asked for less motion.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { media, matches: media.includes('reduce') }) as MediaQueryList;
