import { useEffect, useRef, useState } from 'react';

/** Distance at which an element counts as near the screen, relative to its height. */
const VIEWPORT_MARGIN = '25%';

/** Whether an element is or was on screen, or near it. */
export function useNear<Of extends Element>() {
  const ref = useRef<Of>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!ref.current || near) return undefined;
    const watcher = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: VIEWPORT_MARGIN },
    );
    watcher.observe(ref.current);
    return () => watcher.disconnect();
  }, [near]);
  return { near, ref };
}
