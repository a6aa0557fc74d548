import { Pause, Play } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useMedia } from '@/lib/a11y/media.ts';
import { MiniBoard } from '@/components/board/MiniBoard.tsx';
import { lazyComponent } from '@/lib/lazyComponent.ts';
import { boardOf, isFading, isWon, type Scene } from '../model/demo.ts';
import { useDemo } from '../model/useDemo.ts';
import styles from './Demo.module.css';

/** The tray itself is only fetched where there is room for it. */
const Board = lazyComponent(async () => (await import('@/components/board/Board.tsx')).Board);

/** Games that play themselves, as a picture out of reach of keyboard and screen reader, over the rule in one sentence. */
export function Demo() {
  const { t } = useTranslation();
  const { scene, still, paused, togglePause } = useDemo();
  const Icon = paused ? Play : Pause;
  return (
    <figure className={styles.demo}>
      <DemoBoard scene={scene} />
      <figcaption className={styles.foot}>
        <span className={styles.texts}>
          <span data-hidden={isWon(scene) || undefined}>{t('rules.short')}</span>
          <span aria-hidden data-hidden={!isWon(scene) || undefined} className={styles.won}>
            {t(`rules.${scene.game.rule}.title`)}
          </span>
        </span>
        {!still && (
          <button
            type="button"
            aria-label={t(paused ? 'auth.demo.play' : 'auth.demo.pause')}
            onClick={togglePause}
            className={styles.pause}
          >
            <Icon aria-hidden size={18} />
          </button>
        )}
      </figcaption>
    </figure>
  );
}

function DemoBoard({ scene }: { scene: Scene }) {
  const isWide = useMedia('(min-width: 900px)');
  const board = boardOf(scene);
  const winning = isWon(scene) ? scene.game.win : null;
  const fading = isFading(scene) || undefined;
  if (!isWide)
    return (
      <div className={styles.small} data-fading={fading}>
        <MiniBoard board={board} winning={winning} />
      </div>
    );
  return (
    <div aria-hidden inert className={styles.tray} data-fading={fading}>
      <Suspense>
        <Board
          board={board}
          turn={winning ? null : scene.count % 2 === 0 ? 'X' : 'O'}
          playable={false}
          lastMove={scene.game.moves[scene.count - 1] ?? null}
          winning={winning}
          highlightsLines={false}
          description=""
          onMove={() => undefined}
        />
      </Suspense>
    </div>
  );
}
