import { useEffect, useRef, useState } from 'react';

/** Nearer than this, part of the screen's height, something is on its way to be seen. */
const MARGIN = '25%';

/** Whether an element is on screen or has been, or was as near to it as a flick of a finger. */
export function useNear<Of extends Element>() {
  const ref = useRef<Of>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!ref.current || near) return undefined;
    const watcher = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: MARGIN },
    );
    watcher.observe(ref.current);
    return () => watcher.disconnect();
  }, [near]);
  return { near, ref };
}
