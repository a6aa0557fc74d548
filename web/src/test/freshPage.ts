import { afterAll, vi } from 'vitest';

/**
 * Test files share the window and the libraries of their worker, which take longer to load than many a file to run.
 * Each file begins here, on a page that was just opened: with modules of its own, and without what others left.
 */
vi.resetModules();
localStorage.clear();
sessionStorage.clear();
history.replaceState(null, '', '/');
for (const element of [document.documentElement, document.body]) {
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
}
document.head.replaceChildren();
document.body.replaceChildren();

const page = { addEventListener, setInterval, setTimeout };
const closed = new AbortController();
const nothing = () => undefined;
const firstFrame = requestAnimationFrame(nothing);

globalThis.addEventListener = (
  type: string,
  listener: EventListenerOrEventListenerObject,
  given?: AddEventListenerOptions | boolean,
) => {
  const options = typeof given === 'object' ? given : { capture: given ?? false };
  const signal = options.signal ? AbortSignal.any([options.signal, closed.signal]) : closed.signal;
  page.addEventListener(type, listener, { ...options, signal });
};

/** What starts a timer, which ends with the page. */
const untilClosed = <Start extends typeof setInterval | typeof setTimeout>(start: Start): Start => {
  const timers: ReturnType<Start>[] = [];
  closed.signal.addEventListener('abort', () => timers.forEach(clearTimeout));
  const startUntilClosed = (...args: Parameters<Start>) => {
    const timer = Reflect.apply(start, globalThis, args) as ReturnType<Start>;
    timers.push(timer);
    return timer;
  };
  return Object.assign(startUntilClosed, start) as Start;
};
globalThis.setInterval = untilClosed(setInterval);
globalThis.setTimeout = untilClosed(setTimeout);

afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // Before the timers: jsdom draws all frames by one of them, and would never start another.
  for (let frame = requestAnimationFrame(nothing); frame >= firstFrame; frame -= 1)
    cancelAnimationFrame(frame);
  closed.abort();
  Object.assign(globalThis, page);
});
