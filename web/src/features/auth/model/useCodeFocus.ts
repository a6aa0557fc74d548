import { useEffect } from 'react';
import { useSplashGone } from '@/lib/splash.ts';

/** Focuses the field of the code once, when the page opens; under the splash nothing can have the focus. */
export function useCodeFocus(focus: (name: 'token') => void): void {
  const isReady = useSplashGone();
  useEffect(() => {
    if (isReady) focus('token');
  }, [isReady, focus]);
}
