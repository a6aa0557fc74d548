/** Keeps a part as high as it is, or hidden. Returns how to release it. */
function hold(part: HTMLElement): () => void {
  part.style.display = getComputedStyle(part).display;
  part.style.maxBlockSize = `${part.offsetHeight}px`;
  part.style.overflow = 'clip';
  return () => ['display', 'max-block-size', 'overflow'].forEach((name) => part.style.removeProperty(name));
}

/**
 * Holds the size of a container and its parts until the pointer is released. A line that appears in it between press
 * and release would push the pressed button from under the pointer, and the browser would click nothing.
 */
export function holdWhilePressed(container: HTMLElement): void {
  const held = [container, ...container.querySelectorAll<HTMLElement>(':scope > *')].map(hold);
  const released = new AbortController();
  const release = () => {
    released.abort();
    // The click comes after the release, where the pointer is.
    requestAnimationFrame(() => held.forEach((letGo) => letGo()));
  };
  for (const type of ['pointerup', 'pointercancel'])
    document.addEventListener(type, release, { signal: released.signal });
}
