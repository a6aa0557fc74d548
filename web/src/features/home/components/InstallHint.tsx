import { Download, Share } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocalGame } from '@/features/local-game/index.ts';
import { useOnlineGame } from '@/features/online-game/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { CardHead } from '@/components/ui/CardHead.tsx';
import { focusBoardAfter } from '@/lib/a11y/focus.ts';
import { installMethod, useInstall } from '@/lib/state/install.ts';
import { useMode } from '@/lib/state/mode.ts';

/** Whether a game is on, which nothing may interrupt. */
function useIsPlaying(): boolean {
  const isOnline = useMode(({ mode }) => mode === 'online');
  const isLocal = useLocalGame(({ game: { state } }) => state.moves.length > 0 && !state.outcome);
  const isPlaying = useOnlineGame(({ onlineGame }) => onlineGame?.phase === 'playing');
  return isOnline ? isPlaying : isLocal;
}

/** Offers to install the app from the third visit on, between games, until the offer is answered. */
export function InstallHint() {
  const { t } = useTranslation();
  const install = useInstall();
  const isPlaying = useIsPlaying();
  const method = installMethod(install);
  if (!method || isPlaying) return null;

  const { answer } = install;
  return (
    <Card ref={focusBoardAfter} aria-labelledby="install" className="grid gap-3">
      <CardHead icon={method === 'share' ? Share : Download} id="install" title={t('install.title')}>
        <p className="text-14 text-muted">{t(method === 'share' ? 'install.share' : 'install.text')}</p>
      </CardHead>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={answer}>
          {t('home.first.dismiss')}
        </Button>
        {method === 'prompt' && (
          // The browser asks once more: its answer, too, is for good.
          <Button onClick={() => void install.prompt?.prompt().then(answer, answer)}>
            {t('install.action')}
          </Button>
        )}
      </div>
    </Card>
  );
}
