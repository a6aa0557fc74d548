import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { claimReward } from '@/features/rewards/index.ts';
import { useSession } from '@/entities/session/session.ts';
import { markHintShown } from '@/lib/state/hints.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { markLearned } from '../model/learned.ts';
import { lessons } from '../model/lessons.ts';
import { LessonBoard } from './LessonBoard.tsx';
import styles from './Tutorial.module.css';

/** Six boards that teach the unusual rules; each can be skipped or repeated. */
export function TutorialDialog() {
  const { t } = useTranslation();
  const hide = useOverlay((store) => store.hide);
  const [index, setIndex] = useState(0);
  const [solved, setSolved] = useState<readonly string[]>([]);
  const { user } = useSession();
  const lesson = lessons[index];
  useEffect(() => markHintShown('tutorial'), []);
  if (!lesson) return null;

  const last = index === lessons.length - 1;
  const done = solved.includes(lesson.key);

  /** A board that is opened again starts from its beginning. */
  function go(to: number): void {
    setIndex(to);
    setSolved(solved.filter((key) => key !== lessons[to]?.key));
  }

  function solve(key: string): void {
    setSolved([...solved, key]);
    if (!user) return;
    // A board that is opened again is to be solved again, but counts for the reward.
    const learned = markLearned(user.id, key);
    if (lessons.every((one) => learned.has(one.key))) void claimReward(user.id, 'tutorial');
  }

  function label(): string {
    if (last) return t(done ? 'tutorial.play' : 'ui.close');
    return t(done ? 'tutorial.next' : 'tutorial.skip');
  }

  return (
    <Dialog
      open
      wide
      onClose={hide}
      title={t(`tutorial.${lesson.key}.title`)}
      description={t('tutorial.step', { number: index + 1, total: lessons.length })}
      footer={
        <>
          <Progress index={index} solved={solved} />
          {index > 0 && (
            <Button variant="quiet" onClick={() => go(index - 1)}>
              {t('tutorial.back')}
            </Button>
          )}
          <Button
            variant={done ? 'primary' : 'secondary'}
            data-onward
            onClick={() => (last ? hide() : go(index + 1))}
          >
            {label()}
          </Button>
        </>
      }
    >
      <LessonBoard key={lesson.key} lesson={lesson} onSolved={() => solve(lesson.key)} />
    </Dialog>
  );
}

/** The six lessons as strokes; the text under the title names the current one. */
function Progress({ index, solved }: { index: number; solved: readonly string[] }) {
  return (
    <span aria-hidden className={styles.progress}>
      {lessons.map(({ key }, each) => (
        <span
          key={key}
          data-now={each === index || undefined}
          data-solved={solved.includes(key) || undefined}
        />
      ))}
    </span>
  );
}
