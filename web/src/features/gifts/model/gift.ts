import { GIFT_MIN, GIFT_TOAST } from '@fifteen/contract/constants';
import type { ServerMessageOf } from '@fifteen/contract';
import { laterTexts, t, useTranslation } from '@/i18n/i18n.ts';
import { digitsOf, forEachLanguage } from '@/i18n/numbers.ts';
import { formatters } from '@/i18n/format.ts';
import { play } from '@/sound/sound.ts';
import { toast } from '@/ui/toast.ts';

/** From here on an amount is shown in thousands. */
const THOUSANDS_FROM = 10_000;

const thousands = forEachLanguage(
  (code) =>
    new Intl.NumberFormat(digitsOf(code).latin, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** An amount as gifts show it (around-play 5): in full below 10,000, else in thousands with one decimal: 12.5k. */
export const giftAmount = (locale: string, amount: number): string =>
  amount < THOUSANDS_FROM ? formatters(locale).coins(amount) : `${thousands(locale).format(amount / 1_000)}k`;

/** What is wrong with an amount (around-play 5), by its code in the catalogue; null: nothing. */
export function wrongAmount(amount: number, balance: number): 'GIFT_AMOUNT' | 'GIFT_TOO_MUCH' | null {
  if (!Number.isSafeInteger(amount) || amount < GIFT_MIN) return 'GIFT_AMOUNT';
  return amount > balance ? 'GIFT_TOO_MUCH' : null;
}

/** The last gift that was told: it may come again (see the message). */
let told = '';

/** Somebody gave coins: who, how much, and what they said to it. */
export function giftReceived(gift: ServerMessageOf<'gift_received'>): void {
  const { id, amount, senderName, message } = gift;
  if (id === told) return;
  told = id;
  play('coin');
  void laterTexts().then(() => {
    const { locale } = useTranslation.getState();
    toast({
      title: t('gifts.received', { name: senderName, amount: giftAmount(locale, amount) }),
      description: message ? t('gifts.quote', { message }) : undefined,
      tone: 'coins',
      ms: GIFT_TOAST,
    });
  });
}
