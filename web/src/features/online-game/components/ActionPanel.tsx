import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { cx } from '@/components/ui/cx.ts';
import { useCloseRequest } from '@/components/ui/useCloseRequest.ts';
import { shownState } from '../model/onlineGame.ts';
import { useOnlineGame } from '../model/store.ts';
import styles from './Online.module.css';

interface ActionPanelProps {
  title: string;
  className: string | undefined;
  children: ReactNode;
  /** `returnFocus`: whether the focus was inside and belongs back on the button that opened the panel. */
  onClose: (returnFocus: boolean) => void;
}

/** Distance to the elements around the panel, and its minimum height; pixels. */
const GAP = 6;
const MIN_HEIGHT = 180;

const countMoves = () => {
  const { onlineGame } = useOnlineGame.getState();
  return onlineGame ? shownState(onlineGame).moves.length : 0;
};

/**
 * Places the panel below the board, or above it where there is more room, so that it covers no cell. On wide screens
 * the style sheet places it beside the board.
 */
function place(panel: HTMLElement): void {
  const strip = panel.offsetParent?.getBoundingClientRect();
  const board = document.querySelector('[data-board]')?.getBoundingClientRect();
  const bar = document.querySelector('[data-actions]')?.getBoundingClientRect();
  if (!strip || !board || !bar) return;
  // On a phone the buttons are at the bottom of the screen, and the panel may cover the strip.
  const apart = bar.top >= strip.bottom;
  const top = apart ? board.bottom : strip.bottom;
  const below = (apart ? bar.top : innerHeight) - top - 2 * GAP;
  const above = board.top - (document.querySelector('header')?.offsetHeight ?? 0) - 2 * GAP;
  const up = below < MIN_HEIGHT && above > below;
  const { style } = panel;
  style.setProperty('--room', `${Math.max(up ? above : below, 100)}px`);
  if (up) style.setProperty('--end', `${strip.bottom - board.top + GAP}px`);
  else style.setProperty('--start', `${top - strip.top + GAP}px`);
}

/** A panel that a button of the game opens. A press elsewhere, a move on the board and Escape close it. */
export function ActionPanel({ title, className, children, onClose }: ActionPanelProps) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const close = useEffectEvent(onClose);
  const hasFocus = () => panel.current?.contains(document.activeElement) ?? false;
  useCloseRequest(true);

  useLayoutEffect(() => {
    if (panel.current) place(panel.current);
    panel.current?.querySelector('button')?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    const moves = countMoves();
    const stopListening = useOnlineGame.subscribe(() => {
      if (countMoves() !== moves) close(hasFocus());
    });
    const onPointerDown = ({ target }: PointerEvent) => {
      // The buttons of the game toggle their panels themselves.
      if (target instanceof Element && !target.closest('[data-actions], [data-panel]')) close(false);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      close(hasFocus());
    };
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      stopListening();
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);

  return (
    <section ref={panel} aria-labelledby={id} data-panel className={cx(styles.panel, className)}>
      <h2 id={id} className="sr-only">
        {title}
      </h2>
      {children}
    </section>
  );
}
