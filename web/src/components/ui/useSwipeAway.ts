import { type PointerEvent, type RefObject, useRef } from 'react';

/** A sheet closes when it was pulled this far (part of its height) or this fast (pixels per millisecond). */
const DISMISS_FRACTION = 0.3;
const FAST = 0.6;

interface Swipe {
  pointer: number;
  from: number;
  at: number;
}

/** Closes a bottom sheet that is pulled off the screen. Returns the handlers of its head. */
export function useSwipeAway(panel: RefObject<HTMLElement | null>, onAway: () => void) {
  const pull = useRef<Swipe | null>(null);

  function moveTo(distance: number): void {
    panel.current?.style.setProperty('translate', distance > 0 ? `0 ${distance}px` : '');
  }

  function end(event: PointerEvent): void {
    const started = pull.current;
    if (started?.pointer !== event.pointerId) return;
    pull.current = null;
    const distance = event.clientY - started.from;
    const speed = distance / Math.max(1, event.timeStamp - started.at);
    const isAway = distance > (panel.current?.offsetHeight ?? Infinity) * DISMISS_FRACTION || speed > FAST;
    if (isAway && event.type === 'pointerup') onAway();
    else moveTo(0);
  }

  return {
    onPointerDown(event: PointerEvent): void {
      // A press on the close button is no swipe.
      if (!event.isPrimary || (event.target instanceof Element && event.target.closest('button'))) return;
      pull.current = { pointer: event.pointerId, from: event.clientY, at: event.timeStamp };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent): void {
      if (pull.current?.pointer === event.pointerId) moveTo(event.clientY - pull.current.from);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
