import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that returns whether the component is still mounted. A response that arrives after its dialog was
 * closed must not act on what is open by then.
 */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}
