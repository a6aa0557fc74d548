import type { Participant } from '@fifteen/contract';
import { Play } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from '@/i18n/i18n.ts';
import { Button } from '@/ui/Button.tsx';
import { useDesk } from '../model/store.ts';

interface StartButtonProps {
  owner: boolean;
  playing: boolean;
  participants: readonly Participant[];
}

/** Starts the game, where it is the owner's to start; for the other player it says what is waited for. */
export function StartButton({ owner, playing, participants }: StartButtonProps) {
  const { t } = useTranslation();
  const { pending, startGame } = useDesk();
  const note = useId();
  const alone = participants.filter(({ role }) => role === 'player').length < 2;
  const name = playing ? 'rooms.start.running' : owner ? 'rooms.start.action' : 'rooms.start.wait';
  const text = alone ? 'rooms.start.alone' : owner ? 'rooms.start.ready' : 'rooms.start.ownerStarts';
  return (
    <div className="grid gap-2">
      <Button
        look={owner && !playing ? 'primary' : 'secondary'}
        size="lg"
        disabled={!owner || playing || alone}
        busy={pending?.kind === 'start'}
        aria-describedby={playing ? undefined : note}
        onClick={startGame}
      >
        {owner && !playing && <Play aria-hidden size={18} className="rtl:-scale-x-100" />}
        {t(name)}
      </Button>
      {!playing && (
        <p id={note} role="status" className="text-center text-14 text-muted">
          {t(text)}
        </p>
      )}
    </div>
  );
}
