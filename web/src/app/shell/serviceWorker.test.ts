import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** A service worker whose state changes a test controls. */
class FakeWorker extends EventTarget {
  state = 'installing';
  postMessage = vi.fn();
  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}
class FakeRegistration extends EventTarget {
  waiting: FakeWorker | null = null;
  installing: FakeWorker | null = null;
  update = vi.fn(async () => undefined);
  find(): FakeWorker {
    this.installing = new FakeWorker();
    this.dispatchEvent(new Event('updatefound'));
    return this.installing;
  }
}
class FakeContainer extends EventTarget {
  controller: object | null = {};
  registration = new FakeRegistration();
  register = vi.fn(async () => this.registration);
}

let container: FakeContainer;
const reload = vi.hoisted(() => vi.fn());
vi.mock('@/lib/page.ts', () => ({ reloadPage: reload }));

async function start() {
  vi.resetModules();
  const module = await import('./serviceWorker.ts');
  module.startServiceWorker();
  await vi.advanceTimersByTimeAsync(0);
  return module.useUpdate;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('PROD', true);
  container = new FakeContainer();
  vi.stubGlobal('navigator', { serviceWorker: container });
  sessionStorage.clear();
  reload.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

it('says nothing when it comes to serve the first visit', async () => {
  container.controller = null;
  const update = await start();
  const worker = container.registration.find();
  worker.become('installed');
  worker.become('activated');
  container.controller = worker;
  container.dispatchEvent(new Event('controllerchange'));
  expect(update.getState().state).toBe('none');
  expect(reload).not.toHaveBeenCalled();
});

it('offers a version that is found, lets it in after the animation, and reloads when it serves', async () => {
  const update = await start();
  const worker = container.registration.find();
  expect(update.getState().state).toBe('none');
  worker.become('installed');
  expect(update.getState().state).toBe('ready');
  update.getState().update();
  expect(update.getState().state).toBe('leaving');
  vi.advanceTimersByTime(299);
  expect(worker.postMessage).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(worker.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'SKIP_WAITING' });
  expect(reload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledOnce();
});

it('offers one that waits already, and not again in a session that has dismissed it', async () => {
  container.registration.waiting = new FakeWorker();
  container.registration.waiting.state = 'installed';
  const update = await start();
  expect(update.getState().state).toBe('ready');
  update.getState().dismiss();
  expect(update.getState().state).toBe('none');
  expect((await start()).getState().state).toBe('none');
  container.registration.find().become('installed');
  expect((await start()).getState().state).toBe('none');
  sessionStorage.clear();
  expect((await start()).getState().state).toBe('ready');
});

it('offers one that was already being installed when the page started', async () => {
  container.registration.installing = new FakeWorker();
  const update = await start();
  expect(update.getState().state).toBe('none');
  container.registration.installing.become('installed');
  expect(update.getState().state).toBe('ready');
});

it('does not reload a page because another tab let the new version in, but offers to', async () => {
  const update = await start();
  const worker = container.registration.find();
  worker.become('installed');
  worker.become('activating');
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).not.toHaveBeenCalled();
  expect(update.getState().state).toBe('ready');
  update.getState().update();
  vi.advanceTimersByTime(300);
  expect(worker.postMessage).not.toHaveBeenCalled();
  expect(reload).toHaveBeenCalledOnce();
});

it('offers to reload despite a dismissal once another tab let the new version in: the files of the page are gone', async () => {
  const update = await start();
  const worker = container.registration.find();
  worker.become('installed');
  update.getState().dismiss();
  worker.become('activating');
  container.dispatchEvent(new Event('controllerchange'));
  expect(update.getState().state).toBe('ready');
  update.getState().update();
  vi.advanceTimersByTime(300);
  expect(reload).toHaveBeenCalledOnce();
});

it('offers a version again that does not serve within 10 s, and reloads no page for it later', async () => {
  const update = await start();
  const worker = container.registration.find();
  worker.become('installed');
  update.getState().update();
  vi.advanceTimersByTime(10_299);
  expect(update.getState().state).toBe('leaving');
  vi.advanceTimersByTime(1);
  expect(update.getState().state).toBe('ready');
  worker.become('activated');
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).not.toHaveBeenCalled();
  update.getState().update();
  vi.advanceTimersByTime(300);
  expect(reload).toHaveBeenCalledOnce();
});

it('looks for a new version when a page left open is looked at again, once an hour at most', async () => {
  await start();
  const { update } = container.registration;
  const look = () => document.dispatchEvent(new Event('visibilitychange'));
  look();
  expect(update).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3_600_000);
  look();
  look();
  expect(update).toHaveBeenCalledOnce();
});

it('does nothing where service workers are forbidden', async () => {
  container.register.mockRejectedValue(new DOMException('forbidden', 'SecurityError'));
  expect((await start()).getState().state).toBe('none');
});
