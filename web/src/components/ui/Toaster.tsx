import { CircleAlert, X } from 'lucide-react';
import { type AnimationEvent, type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusBoardAfter } from '@/lib/a11y/focus.ts';
import { cx } from './cx.ts';
import { exitMotion } from './exitMotion.ts';
import { dismissToast, type ToastText, useToast } from '@/lib/toast.ts';
import styles from './Toaster.module.css';

/**
 * Both live regions exist from the start, so that toasts in them are read out. They have `aria-live` explicitly, since
 * dialogs exempt elements with that attribute from hiding.
 */
export function Toaster() {
  const current = useToast((store) => store.current);
  const isError = current?.tone === 'error';
  return (
    <div className={styles.place} data-brief={current?.brief}>
      <div role="status" aria-live="polite">
        {current && !isError && <Toast key={current.id} {...current} />}
      </div>
      <div role="alert" aria-live="assertive">
        {current && isError && <Toast key={current.id} {...current} />}
      </div>
    </div>
  );
}

const rise = exitMotion({ opacity: 0, transform: 'translateY(-8px)' });

/** One function for all renders, as `focusBoardAfter` needs. */
function toastRef(element: HTMLElement | null): () => void {
  const keepFocus = focusBoardAfter(element);
  const leave = rise(element);
  return () => {
    keepFocus();
    leave();
  };
}

/**
 * The line under the text is the timer: the toast leaves when its animation ends. Focus and a pointer that moves over the
 * toast pause the animation, and so the timer with it (WCAG 2.2.1). A pointer that rests where the toast appears does not:
 * the toast would stay for as long.
 */
function Toast({ id, title, description, tone = 'info', ms = 5000 }: ToastText & { id: number }) {
  const { t } = useTranslation();
  const [held, setHeld] = useState(false);
  const done = (event: AnimationEvent) => event.target === event.currentTarget && dismissToast(id);
  const pauseOnHover = { onPointerMove: () => setHeld(true), onPointerLeave: () => setHeld(false) };
  return (
    <div
      ref={toastRef}
      {...pauseOnHover}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      data-above-dialogs
      className={cx(styles.toast, styles[tone])}
    >
      {tone === 'error' && <CircleAlert aria-hidden size={20} className="shrink-0 text-danger" />}
      <div className={cx(styles.text, 'min-w-0 flex-1')}>
        <p className="font-display text-14 font-semibold">{title}</p>
        {description && <p className="text-14 text-muted">{description}</p>}
      </div>
      <button
        type="button"
        aria-label={t('ui.close')}
        onClick={() => dismissToast(id)}
        className="-me-[8px] -mbs-[10px] grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-raised hover:text-text"
      >
        <X aria-hidden size={16} />
      </button>
      <span
        className={styles.clock}
        data-keeps-time
        style={{ '--ms': `${ms}ms`, animationPlayState: held ? 'paused' : 'running' } as CSSProperties}
        onAnimationEnd={done}
      />
    </div>
  );
}
