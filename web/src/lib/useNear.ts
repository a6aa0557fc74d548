import { useEffect, useRef, useState } from 'react';

/** Distance at which an element counts as near the screen, relative to its height. */
const VIEWPORT_MARGIN = '25%';

/** Whether an element is or was on screen, or near it. */
export function useNear<Of extends Element>() {
  const ref = useRef<Of>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!ref.current || isNear) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: VIEWPORT_MARGIN },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isNear]);
  return { isNear, ref };
}
