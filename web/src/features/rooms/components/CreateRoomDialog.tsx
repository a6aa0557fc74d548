import { DEFAULT_ROOM_BET, MAX_PLAYERS, MINIMUM_COINS_ONLINE, ROOM_BETS } from '@fifteen/contract/constants';
import { useId, useState } from 'react';
import { Coin } from '@/art/Coin.tsx';
import { useFormat } from '@/i18n/format.ts';
import { useTranslation } from '@/i18n/i18n.ts';
import { useLine } from '@/realtime/status.ts';
import { Button } from '@/ui/Button.tsx';
import { Dialog } from '@/ui/Dialog.tsx';
import { SegmentedControl } from '@/ui/SegmentedControl.tsx';
import { Switch } from '@/ui/Switch.tsx';
import { type Bet, useDesk } from '../model/store.ts';
import styles from './Rooms.module.css';

/** Coins that a game for this bet asks of each player. */
const needed = (bet: number): number => (bet === 0 ? 0 : Math.max(bet, MINIMUM_COINS_ONLINE));

/** How a new room shall be. What was chosen stands until the room is there. */
export function CreateRoomDialog({ coins }: { coins: number }) {
  const { t } = useTranslation();
  const { pending, problem, close, createRoom } = useDesk();
  const down = useLine((line) => line.status !== 'open');
  const [maxPlayers, setMaxPlayers] = useState<'2' | '4'>('2');
  const [betAmount, setBet] = useState<Bet>(coins >= needed(DEFAULT_ROOM_BET) ? DEFAULT_ROOM_BET : 0);
  const [isPrivate, setPrivate] = useState(false);
  const creating = pending?.kind === 'create';

  return (
    <Dialog
      open
      onClose={close}
      title={t('rooms.create.title')}
      footer={
        <>
          <Button disabled={creating} onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button
            look="primary"
            busy={creating}
            disabled={down}
            onClick={() => createRoom({ maxPlayers: maxPlayers === '2' ? 2 : 4, betAmount, isPrivate })}
          >
            {t('rooms.create.action')}
          </Button>
        </>
      }
    >
      <fieldset disabled={creating} className="grid gap-5">
        <div className="grid gap-2">
          <SegmentedControl
            legend={t('rooms.create.who')}
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
        <Bets coins={coins} value={betAmount} onChange={setBet} />
        <Switch
          label={t('rooms.private')}
          hint={t('rooms.create.privateText')}
          checked={isPrivate}
          onChange={setPrivate}
        />
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

interface BetsProps {
  coins: number;
  value: Bet;
  onChange: (bet: Bet) => void;
}

/** A bet that cannot be paid is shown, and says what is missing. */
function Bets({ coins, value, onChange }: BetsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const name = useId();
  return (
    <fieldset>
      <legend className="mbe-2 text-14 text-muted">{t('rooms.create.bet')}</legend>
      <div className={styles.bets}>
        {ROOM_BETS.map((bet) => {
          const short = needed(bet) - coins;
          return (
            <label
              key={bet}
              className={styles.bet}
              data-on={bet === value || undefined}
              data-short={short > 0 || undefined}
              title={short > 0 ? t('rooms.create.short', { count: short }) : undefined}
            >
              <input
                type="radio"
                name={name}
                checked={bet === value}
                disabled={short > 0}
                aria-label={bet === 0 ? t('rooms.friendly') : t('rooms.create.coins', { count: bet })}
                aria-description={short > 0 ? t('rooms.create.short', { count: short }) : undefined}
                onChange={() => onChange(bet)}
                className={styles.input}
              />
              <span aria-hidden className={styles.stake}>
                {bet > 0 && <Coin className="size-5" />}
                {bet === 0 ? t('rooms.friendly') : format.short(bet)}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
