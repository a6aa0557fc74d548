import type { User } from '@fifteen/contract';
import { DEFAULT_ROOM_BET, MAX_PLAYERS, ROOM_BETS } from '@fifteen/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { coinsShort } from '@/lib/coins.ts';
import { BetChoice } from '@/components/ui/BetChoice.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { SegmentedControl } from '@/components/ui/SegmentedControl.tsx';
import { Switch } from '@/components/ui/Switch.tsx';
import { type Bet, useRoomRequests } from '../model/store.ts';

type Funds = Pick<User, 'coins' | 'stakeLimit'>;

/** Returns the initial bet: friendly if the coins or the stake limit do not allow the default. */
function firstBet({ coins, stakeLimit }: Funds): Bet {
  const isAllowed =
    coinsShort(DEFAULT_ROOM_BET, coins) === 0 && DEFAULT_ROOM_BET <= (stakeLimit?.coins ?? Infinity);
  return isAllowed ? DEFAULT_ROOM_BET : 0;
}

/**
 * The options of a new room; one for a challenged player is for the two alone. The choices stay until the room is
 * created.
 */
export function CreateRoomDialog({ user }: { user: Funds }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { challenged, pending, problem, close, createRoom } = useRoomRequests();
  const down = useConnectionStatus((connection) => connection.status !== 'open');
  const [maxPlayers, setMaxPlayers] = useState<'2' | '4'>('2');
  const [betAmount, setBet] = useState(() => firstBet(user));
  const [isPrivate, setPrivate] = useState(false);
  const creating = pending?.kind === 'create';

  function create(): void {
    if (challenged) createRoom({ maxPlayers: 2, betAmount, isPrivate: true });
    else createRoom({ maxPlayers: maxPlayers === '2' ? 2 : 4, betAmount, isPrivate });
  }

  return (
    <Dialog
      open
      sheet
      onClose={creating ? null : close}
      title={
        challenged ? t('rooms.challenge.title', { name: challenged.displayName }) : t('rooms.create.title')
      }
      description={challenged ? t('rooms.challenge.text') : undefined}
      footer={
        <>
          <Button disabled={creating} onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button variant="primary" busy={creating} disabled={down} onClick={create}>
            {t(challenged ? 'rooms.challenge.send' : 'rooms.create.action')}
          </Button>
        </>
      }
    >
      <fieldset disabled={creating} className="grid gap-5">
        {!challenged && (
          <div className="grid gap-2">
            <SegmentedControl
              legend={t('rooms.create.access')}
              options={MAX_PLAYERS.map((each) => ({
                value: `${each}` as const,
                label: t(each === 2 ? 'rooms.create.two' : 'rooms.create.four'),
              }))}
              value={maxPlayers}
              onChange={setMaxPlayers}
            />
            <p className="text-14 text-muted">
              {t(maxPlayers === '2' ? 'rooms.create.twoText' : 'rooms.create.fourText')}
            </p>
          </div>
        )}
        <BetChoice
          bets={ROOM_BETS}
          coins={user.coins}
          limit={user.stakeLimit}
          value={betAmount}
          onChange={setBet}
          nameOf={(bet) => (bet === 0 ? t('rooms.friendly') : t('rooms.create.coins', { count: bet }))}
          stakeOf={(bet) => (bet === 0 ? t('rooms.friendly') : format.short(bet))}
        />
        {!challenged && (
          <Switch
            label={t('rooms.private')}
            hint={t('rooms.create.privateText')}
            checked={isPrivate}
            onChange={setPrivate}
          />
        )}
      </fieldset>
      <div role="alert">
        {(down || problem) && (
          <p className="mbs-5 rounded-control border border-danger/60 px-4 py-3 text-14">
            {problem && !down && <strong className="block font-display">{problem.title}</strong>}
            {down ? t('rooms.notConnected') : problem?.text}
          </p>
        )}
      </div>
    </Dialog>
  );
}
