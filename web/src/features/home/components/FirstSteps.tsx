import type { User } from '@fifteen/contract';
import { Check, X } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalGame } from '@/features/local-game/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { focusBoardAfter } from '@/lib/a11y/focus.ts';
import { isHintShown, markHintShown } from '@/lib/state/hints.ts';
import { useMode } from '@/lib/state/mode.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import styles from './FirstSteps.module.css';

/** Starts a game at the easiest level, and focuses its board. */
function playEasy(): void {
  const { mode, setMode } = useMode.getState();
  const { start, discardFor } = useLocalGame.getState();
  discardFor(() => {
    usePreferences.getState().set({ difficulty: 'easy' });
    if (mode === 'ai') start('ai');
    else setMode('ai');
    document.querySelector<HTMLElement>('[data-cell="1"]')?.focus({ preventScroll: true });
  });
}

/** The first steps of a new player: the tutorial, then a game. Hidden when both are done or dismissed. */
export function FirstSteps({ user }: { user: User }) {
  const { t } = useTranslation();
  const id = useId();
  const games = usePreferences((store) => store.games);
  const show = useOverlay((store) => store.show);
  // Opening the tutorial completes its step: render again when overlays change.
  useOverlay((store) => store.open);
  const [isAway, setAway] = useState(() => isHintShown('first-steps'));
  const next = useRef<HTMLButtonElement>(null);
  const knowsRules = isHintShown('tutorial');
  const hasPlayed = games > 0 || user.totalGames > 0;
  const isOnline = useMode(({ mode }) => mode === 'online');
  if (isAway || hasPlayed || isOnline) return null;

  function dismiss(): void {
    markHintShown('first-steps');
    setAway(true);
  }

  return (
    <section ref={focusBoardAfter} aria-labelledby={id} className={styles.card}>
      <div className="flex items-center">
        <h2 id={id} className="flex-1 font-display text-16 font-semibold">
          {t('home.first.title')}
        </h2>
        <Button
          variant="quiet"
          size="icon"
          className="-me-3 -my-2"
          aria-label={t('home.first.dismiss')}
          onClick={dismiss}
        >
          <X aria-hidden size={18} className="text-muted" />
        </Button>
      </div>
      <ol className="grid gap-3">
        <Step number={1} done={knowsRules} title={t('home.first.rules')} text={t('home.first.rulesText')}>
          {!knowsRules && (
            <Button
              onClick={() => {
                // When the dialog closes, the focus moves to the next step.
                next.current?.focus({ preventScroll: true });
                show('tutorial');
              }}
            >
              {t('home.first.learn')}
            </Button>
          )}
        </Step>
        <Step number={2} done={false} title={t('home.first.game')} text={t('home.first.gameText')}>
          <Button ref={next} variant={knowsRules ? 'secondary' : 'quiet'} onClick={playEasy}>
            {t('home.first.play')}
          </Button>
        </Step>
      </ol>
    </section>
  );
}

interface StepProps {
  number: number;
  done: boolean;
  title: string;
  text: string;
  children: ReactNode;
}

function Step({ number, done, title, text, children }: StepProps) {
  const { t } = useTranslation();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className={styles.number} data-done={done || undefined}>
        {done ? <Check role="img" aria-label={t('home.first.done')} size={16} /> : number}
      </span>
      <span className="grid min-w-0 flex-[1_1_9rem]">
        <span className={done ? 'text-14 text-muted line-through' : 'text-14 font-semibold'}>{title}</span>
        {!done && <span className="text-14 text-muted">{text}</span>}
      </span>
      {children}
    </li>
  );
}
