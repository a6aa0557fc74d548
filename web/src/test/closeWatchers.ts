import { act } from '@testing-library/react';
import { beforeEach, vi } from 'vitest';

/** The watchers that exist, the topmost last. */
export const watchers = new Set<FakeCloseWatcher>();

class FakeCloseWatcher {
  onclose: (() => void) | null = null;
  constructor() {
    watchers.add(this);
  }
  destroy(): void {
    watchers.delete(this);
  }
}

/** Gives each test a phone whose browser has close watchers, which jsdom lacks. The test unstubs its globals. */
export function withCloseWatchers(): void {
  beforeEach(() => {
    watchers.clear();
    vi.stubGlobal('CloseWatcher', FakeCloseWatcher);
    vi.stubGlobal('matchMedia', (media: string) =>
      Object.assign(new EventTarget(), { media, matches: /coarse|reduce/.test(media) }),
    );
  });
}

/** Presses Back on Android, which ends the topmost watcher. */
export const pressBack = (): void =>
  act(() => {
    const topmost = [...watchers].at(-1);
    topmost?.destroy();
    topmost?.onclose?.();
  });
