import { GIFT_MESSAGE_MAX, GIFT_QUICK_AMOUNTS, toLine } from '@fifteen/domain';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Coin } from '@/components/brand/Coin.tsx';
import { useFormat } from '@/lib/i18n/format.ts';
import { api } from '@/lib/api.ts';
import type { ApiError } from '@/lib/apiError.ts';
import type { Explanation } from '@/lib/errors.ts';
import { typedDigits } from '@/lib/digits.ts';
import type { PlayerSummary } from '@/entities/player/player.ts';
import { refreshUser, sameUserCheck, setCoins } from '@/entities/session/session.ts';
import { uniqueId } from '@/lib/uniqueId.ts';
import { useIsMounted } from '@/lib/useIsMounted.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { FormAlert } from '@/components/ui/FormAlert.tsx';
import { TextField } from '@/components/ui/TextField.tsx';
import { toast } from '@/lib/toast.ts';
import { explainFailure } from '../model/failure.ts';
import { allowanceQuery, giftAmount, wrongAmount } from '../model/gift.ts';

/** Digits of the largest possible balance. */
const DIGITS = 15;

interface GiftDialogProps {
  recipient: PlayerSummary;
  /** The user's balance. */
  coins: number;
  onClose: () => void;
}

export function GiftDialog({ recipient, coins, onClose }: GiftDialogProps) {
  const { t, i18n } = useTranslation();
  const form = useId();
  const [typed, setTyped] = useState('');
  const [message, setMessage] = useState('');
  const [problem, setProblem] = useState<Explanation | null>(null);
  // One key for each opened dialog: a repeated request makes one gift.
  const key = useRef(uniqueId());
  const isMounted = useIsMounted();
  const { displayName: name } = recipient;
  const amount = Number(typed || Number.NaN);
  const line = toLine(message);
  // Without the allowance, the server decides when the gift is sent.
  const allowance = useQuery(allowanceQuery).data ?? null;

  const giving = useMutation({
    mutationFn: (gift: { amount: number; message: string | undefined }) =>
      api.gifts.send({
        body: { recipientId: recipient.id, ...gift },
        idempotencyKey: key.current,
      }),
    onMutate: sameUserCheck,
    // The form may hold another amount by now.
    onSuccess(answer, { amount: sent }, isSameUser) {
      if (!isSameUser()) return;
      setCoins(answer.coins);
      // A push of a later change may have come before the response.
      void refreshUser();
      toast({
        title: t('gifts.done'),
        description: t('gifts.doneText', { name, count: sent, counted: giftAmount(i18n.language, sent) }),
        tone: 'coins',
      });
      if (isMounted()) onClose();
    },
    onError(error: ApiError, _, isSameUser) {
      if (!isSameUser?.()) return undefined;
      // An attempt beyond the limit of requests says nothing about an earlier one.
      const isOutcomeUnknown = error.isTransient || error.code === 'TOO_MANY_REQUESTS';
      // The player changed a gift whose outcome is unknown, or closed its dialog: the next one has another key.
      const mayHaveArrived = error.code === 'IDEMPOTENCY_KEY_REUSED' || (isOutcomeUnknown && !isMounted());
      if (mayHaveArrived) void refreshUser();
      const failure = explainFailure(error, mayHaveArrived);
      if (!isMounted()) return toast({ title: failure.title, description: failure.text, tone: 'error' });
      setProblem(failure);
      // After a rejection, the corrected gift is another one.
      if (!isOutcomeUnknown) key.current = uniqueId();
    },
  });

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!typed || giving.isPending) return;
    const wrong = wrongAmount(amount, coins, allowance);
    setProblem(
      wrong && { title: t(`errors.titles.${wrong}`), text: t(`errors.codes.${wrong}`, { count: coins }) },
    );
    if (!wrong) giving.mutate({ amount, message: line || undefined });
  }

  const choose = (next: string) => {
    setTyped(next);
    setProblem(null);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('gifts.title', { name })}
      description={t('gifts.balance', { count: coins })}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            disabled={!typed || line.length > GIFT_MESSAGE_MAX}
            busy={giving.isPending}
          >
            {t('gifts.send')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={onSubmit} className="grid gap-5">
        {problem && <FormAlert tone="error" {...problem} />}
        <div className="grid gap-3">
          <TextField
            label={t('gifts.amount')}
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            className="numeral"
            value={typed}
            hint={allowance === null ? undefined : t('gifts.allowance', { count: allowance })}
            aria-invalid={problem ? true : undefined}
            onChange={({ target }) => choose(typedDigits(target.value, DIGITS))}
            end={
              <span className="grid size-11 place-items-center">
                <Coin className="size-5" />
              </span>
            }
          />
          <QuickAmounts
            most={Math.min(coins, allowance ?? coins)}
            chosen={amount}
            onChoose={(next) => choose(String(next))}
          />
        </div>
        <MessageField typed={message} length={line.length} onType={setMessage} />
      </form>
    </Dialog>
  );
}

interface MessageFieldProps {
  typed: string;
  /** Length of the message as it is sent; NFC can make it longer than what was typed. */
  length: number;
  onType: (message: string) => void;
}

function MessageField({ typed, length, onType }: MessageFieldProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const note = `${format.number(length)}/${format.number(GIFT_MESSAGE_MAX)}`;
  return (
    <TextField
      label={t('gifts.message')}
      autoComplete="off"
      maxLength={GIFT_MESSAGE_MAX}
      value={typed}
      hint={note}
      error={length > GIFT_MESSAGE_MAX ? note : undefined}
      onChange={({ target }) => onType(target.value)}
    />
  );
}

interface QuickAmountsProps {
  /** The largest amount that can be sent now. */
  most: number;
  chosen: number;
  onChoose: (amount: number) => void;
}

/** Buttons for common amounts; those above `most` are disabled. */
function QuickAmounts({ most, chosen, onChoose }: QuickAmountsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div role="group" aria-label={t('gifts.quick')} className="grid grid-cols-4 gap-2">
      {GIFT_QUICK_AMOUNTS.map((amount) => (
        <Button
          key={amount}
          aria-pressed={amount === chosen}
          disabled={amount > most}
          onClick={() => onChoose(amount)}
          className="numeral px-0! aria-pressed:border-accent"
        >
          {format.coins(amount)}
        </Button>
      ))}
    </div>
  );
}
