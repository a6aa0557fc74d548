import { useEffect, useState } from 'react';
import { useSplashGone } from '@/lib/splash.ts';
import { useMotion } from '@/lib/state/motion.ts';
import { demoGames, isFading, isWon, nextScene, type Scene, stillScene } from './demo.ts';

/** How long each scene stands, in milliseconds. */
const MOVE_SCENE_MS = 800;
const WIN_SCENE_MS = 3_200;
const FADE_FOR = 400;

function timeOf(scene: Scene): number {
  if (isFading(scene)) return FADE_FOR;
  return isWon(scene) ? WIN_SCENE_MS : MOVE_SCENE_MS;
}

/** Whether the page is in sight. */
function useVisible(): boolean {
  const [visible, setVisible] = useState(() => !document.hidden);
  useEffect(() => {
    const look = () => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return visible;
}

/** Returns whether a text field has the focus. */
const isTyping = (): boolean => document.activeElement?.matches('input:not([type=radio])') ?? false;

/**
 * Plays the games of the demonstration one after the other, once the splash has gone. It waits while it is paused or out
 * of sight and while the visitor fills in a field. Where less motion is wanted, it stands still at a game that was won.
 */
export function useDemo() {
  const still = useMotion(({ reduced }) => reduced);
  const seen = useSplashGone();
  const visible = useVisible();
  const [paused, setPaused] = useState(false);
  const [scene, setScene] = useState<Scene>({ game: demoGames[0], count: 0 });
  const runs = seen && visible && !paused && !still;
  useEffect(() => {
    if (!runs) return undefined;
    // No state for the focus: a render of the board at a tap on a field would delay what the tap shows.
    const next = setInterval(() => {
      if (!isTyping()) setScene(nextScene(scene));
    }, timeOf(scene));
    return () => clearInterval(next);
  }, [runs, scene]);
  return { scene: still ? stillScene : scene, still, paused, togglePause: () => setPaused(!paused) };
}
