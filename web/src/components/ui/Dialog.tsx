import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrower } from '@/lib/a11y/media.ts';
import { cx } from './cx.ts';
import { exitMotion, useExitMotion } from './exitMotion.ts';
import { PanelBoundary } from './PanelBoundary.tsx';
import { useCloseRequest } from './useCloseRequest.ts';
import { useSwipeAway } from './useSwipeAway.ts';
import { useTopDialog } from './useTopDialog.ts';
import styles from './Dialog.module.css';

interface DialogProps {
  open: boolean;
  /** Null while the dialog cannot be closed: it has no close button then, and is sticky. */
  onClose: (() => void) | null;
  title: string;
  /** One sentence under the title, read out with it. */
  description?: string;
  wide?: boolean;
  /** A bottom sheet on tablets as well, so that the board above it stays visible. */
  sheet?: boolean;
  /** Beside the title. */
  badge?: ReactNode;
  /** Its content is only read: the keyboard has to scroll it without a control to go to. */
  reading?: boolean;
  /** Only its own buttons close it, not Escape or a press outside. */
  sticky?: boolean;
  /** Buttons at the end, which stay visible while the content scrolls. */
  footer?: ReactNode;
  children?: ReactNode;
}

const fade = exitMotion({ opacity: 0 });
const sink = exitMotion({ opacity: 0, transform: 'translateY(8px)' });
const slide = exitMotion({ transform: 'translateY(100%)' });

/** The element that opened the last dialog: a dialog that replaces another returns the focus there. */
let opener: Element | null = null;

/**
 * Returns the first focus of a dialog: the element that requests it, else the selected choice, else the first control.
 */
function firstFocusable(panel: Element): HTMLElement | null {
  const first =
    panel.querySelector<HTMLElement>('[data-autofocus]') ??
    panel.querySelector<HTMLElement>(
      ':is([data-body], [data-footer]) :is(a, button, input, select):not(:disabled)',
    );
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first;
  return panel.querySelector<HTMLElement>(`input[name="${first.name}"]:checked`) ?? first;
}

/**
 * Whether an event comes from an element that floats above dialogs, such as a toast. The press may have removed the
 * element from the page, but not from its toast.
 */
const isAboveDialogs = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('[data-above-dialogs]') !== null;

/** Exists as long as the panel, which Radix mounts later than the dialog. */
function TopDialog({ panel }: { panel: RefObject<HTMLElement | null> }) {
  useTopDialog(panel);
  return null;
}

/**
 * A dialog; below 768 px a bottom sheet that can be swiped away. It traps the focus and returns it on closing.
 * It includes Radix (13 KiB): import its users lazily, to keep it out of the first load.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  badge,
  wide = false,
  sheet = false,
  reading = false,
  sticky = false,
  footer,
  children,
}: DialogProps) {
  const { t } = useTranslation();
  // Most dialogs open without a trigger, to which Radix would return the focus.
  const cameFrom = useRef<Element | null>(null);
  const isSheet = useNarrower(sheet ? 1100 : 768);
  const [panel, panelRef] = useExitMotion<HTMLDivElement>(isSheet ? slide : sink);
  const isSticky = sticky || onClose === null;
  const close = () => onClose?.();
  const swipe = useSwipeAway(panel, close);
  useCloseRequest(open && !isSticky);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && close()}>
      <Radix.Portal>
        <Radix.Overlay ref={fade} className={cx(styles.overlay, isSheet && styles.thin)} />
        <Radix.Content
          ref={panelRef}
          className={cx(styles.panel, wide && styles.wide, isSheet && styles.sheet)}
          onEscapeKeyDown={(event) => isSticky && event.preventDefault()}
          onInteractOutside={(event) => {
            if (isSticky || isAboveDialogs(event.detail.originalEvent)) event.preventDefault();
          }}
          onOpenAutoFocus={(event) => {
            const { activeElement, body } = document;
            if (activeElement !== body) opener = activeElement;
            cameFrom.current = opener;
            const first = event.target instanceof Element && firstFocusable(event.target);
            if (!first) return;
            event.preventDefault();
            first.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // The dialog led to another page, which has focused what it begins with.
            if (document.activeElement !== document.body) return;
            // What opened it may be gone: a search has become a game, what was bought is elsewhere on the page. The board
            // takes the focus, as a whole (ADR 39), or the title of a page without one.
            const back = cameFrom.current?.isConnected
              ? cameFrom.current
              : (document.querySelector('[data-board] [role=grid]') ?? document.querySelector('h1'));
            if (back instanceof HTMLElement) back.focus({ preventScroll: true });
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <TopDialog panel={panel} />
          <div className={styles.head} {...(isSheet && !isSticky && swipe)}>
            <div className="grid min-w-0 gap-1">
              <div className="flex flex-wrap items-center gap-x-3">
                <Radix.Title className="font-display text-20 leading-snug font-semibold wrap-anywhere">
                  {title}
                </Radix.Title>
                {badge}
              </div>
              {description && (
                <Radix.Description className="text-14 text-muted wrap-anywhere">
                  {description}
                </Radix.Description>
              )}
            </div>
            {onClose && (
              <Radix.Close
                aria-label={t('ui.close')}
                className="-me-2 -mbs-2 grid size-[44px] shrink-0 place-items-center rounded-control text-muted transition-colors hover:bg-raised hover:text-text"
              >
                <X aria-hidden size={20} />
              </Radix.Close>
            )}
          </div>
          <div
            className={styles.body}
            data-body
            {...(reading && { tabIndex: 0, role: 'region', 'aria-label': title })}
          >
            <PanelBoundary>{children}</PanelBoundary>
          </div>
          {footer && (
            <div className={styles.footer} data-footer>
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
