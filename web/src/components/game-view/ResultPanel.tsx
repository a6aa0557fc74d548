import type { Side } from '@fifteen/domain';
import { X } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Piece } from '@/components/pieces/Piece.tsx';
import { exitMotion, useExitMotion } from '@/components/ui/exitMotion.ts';
import { useCloseRequest } from '@/components/ui/useCloseRequest.ts';
import { celebrate } from './confetti.ts';
import { holdWhilePressed } from './holdWhilePressed.ts';
import { useSheetPosition } from './useSheetPosition.ts';
import styles from './ResultPanel.module.css';

/** How the game ended for the player at this screen; `over` for spectators and for two players at one screen. */
export type ResultTone = 'won' | 'lost' | 'draw' | 'over';

interface ResultPanelProps {
  /** Whether the result is shown for the first time: then it is celebrated and gets the focus. */
  isFirst: boolean;
  tone: ResultTone;
  /** "Victory!", "Draw", … */
  title: string;
  /** By what it ended: the line by its name, or who left. */
  description: string;
  /** Whose piece stands beside the title; without one both do. */
  winner: Side | null;
  /** The winner's piece style. */
  pieceStyle?: string | undefined;
  /** Confetti: for the winner and for spectators, never for the loser. */
  festive: boolean;
  /** What the game brought: coins, achievements, levels. */
  rewards?: ReactNode;
  /** What else there is to say: the turning point, and the state of a rematch. */
  notes?: ReactNode;
  /** The way to the next game, the way to the review, and what else can follow, in this order. */
  actions: ReactNode;
  onClose: () => void;
}

const sink = exitMotion({ opacity: 0, transform: 'translateY(24px)' });

/** Whether the player writes something or reads another dialog: then the focus stays there. */
function isBusy(panel: Element): boolean {
  const { activeElement } = document;
  if (activeElement?.matches('input, textarea, select, [contenteditable]')) return true;
  const dialog = activeElement?.closest('[role=dialog], [role=alertdialog], [role=menu]');
  return dialog !== null && dialog !== undefined && dialog !== panel;
}

/** Whether Escape is for something that is above the panel: another dialog, a menu, or a panel of the game. */
const isCovered = (panel: Element): boolean =>
  [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [data-panel]')].some(
    (one) => !panel.contains(one),
  );

/**
 * Moves the focus to the first action, unless the player returns to the result, and back to where it was when the panel
 * goes away with it.
 */
function useFocus(panel: RefObject<HTMLElement | null>, onClose: () => void, takesFocus: boolean): void {
  const close = useEffectEvent(onClose);
  useCloseRequest(true);

  // A layout effect: its cleanup still finds the focus inside the panel.
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return undefined;
    const opener = document.activeElement;
    if (takesFocus && !isBusy(element)) {
      const first = element.querySelector<HTMLElement>('[data-autofocus]') ?? element;
      const { top, bottom } = first.getBoundingClientRect();
      first.focus({ preventScroll: top >= 0 && bottom <= innerHeight });
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isCovered(element)) return;
      event.preventDefault();
      close();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      if (element.contains(document.activeElement) && opener instanceof HTMLElement)
        opener.focus({ preventScroll: true });
    };
  }, [panel, takesFocus]);
}

/**
 * The result of a game, in place: beside the board where there is a column, else a sheet that leaves the board in sight.
 * A dialog that is not modal: the board can be looked at and everything around it be used meanwhile (ADR 53).
 */
export function ResultPanel(props: ResultPanelProps) {
  const { isFirst, tone, title, description, winner, pieceStyle, festive, rewards, notes, actions, onClose } =
    props;
  const { t } = useTranslation();
  const id = useId();
  const [panel, panelRef] = useExitMotion(sink);
  useFocus(panel, onClose, isFirst);
  const body = useRef<HTMLDivElement>(null);
  useSheetPosition(panel);
  const isCelebrated = isFirst && festive;
  useEffect(() => (isCelebrated ? celebrate() : undefined), [isCelebrated]);
  return (
    <section
      ref={panelRef}
      role="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      tabIndex={-1}
      data-result={tone}
      className={styles.panel}
    >
      <div className={styles.head}>
        <span aria-hidden className={styles.signs}>
          {winner ? (
            <Piece side={winner} pieceStyle={pieceStyle} still />
          ) : (
            (['X', 'O'] as const).map((side) => <Piece key={side} side={side} still />)
          )}
        </span>
        <div className="min-w-0 flex-1">
          <h2 id={`${id}-title`} className={styles.title}>
            {title}
          </h2>
          <p id={`${id}-text`} className="text-14 text-muted">
            {description}
          </p>
        </div>
        <button
          type="button"
          aria-label={t('gameView.lookAtBoard')}
          title={t('gameView.lookAtBoard')}
          onClick={onClose}
          className={styles.close}
        >
          <X aria-hidden size={20} />
        </button>
      </div>
      <div ref={body} className={styles.body}>
        {rewards && (
          <div aria-live="polite" className={styles.rewards}>
            {rewards}
          </div>
        )}
        <div className={styles.notes}>{notes}</div>
      </div>
      <div
        className={styles.actions}
        onPointerDown={({ button }) => button === 0 && body.current && holdWhilePressed(body.current)}
      >
        {actions}
      </div>
    </section>
  );
}
