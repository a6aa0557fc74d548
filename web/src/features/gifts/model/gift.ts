import { GIFT_MIN, GIFT_TOAST } from '@fifteen/contract/constants';
import type { Gift } from '@fifteen/contract';
import i18next, { t } from 'i18next';
import { laterTexts } from '@/lib/i18n/i18n.ts';
import { forEachLanguage, intlLocale } from '@/lib/i18n/numbers.ts';
import { formatters } from '@/lib/i18n/format.ts';
import { api } from '@/lib/api.ts';
import { play } from '@/lib/sound/sound.ts';
import { toast } from '@/lib/toast.ts';

/** From here on an amount is shown in thousands. */
const THOUSANDS_FROM = 10_000;

const thousands = forEachLanguage(
  (code) => new Intl.NumberFormat(intlLocale(code), { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** An amount as gifts show it (docs/spec/around-play.md#around-5.6): in full below 10,000, else in thousands with one decimal: 12.5k. */
export const giftAmount = (locale: string, amount: number): string =>
  amount < THOUSANDS_FROM ? formatters(locale).coins(amount) : `${thousands(locale).format(amount / 1_000)}k`;

/** How many coins a new account may still give away today; null where no daily limit applies. */
export const allowanceQuery = {
  queryKey: ['gifts', 'allowance'],
  queryFn: async () => (await api.gifts.allowance()).leftToday,
  staleTime: 0,
  retry: 1,
};

/** What is wrong with an amount (docs/spec/around-play.md#around-5.1), by its code in the catalogue; null: nothing. */
export function wrongAmount(
  amount: number,
  balance: number,
  allowance: number | null,
): 'GIFT_AMOUNT' | 'GIFT_TOO_MUCH' | 'GIFT_LIMIT' | null {
  if (!Number.isSafeInteger(amount) || amount < GIFT_MIN) return 'GIFT_AMOUNT';
  if (amount > balance) return 'GIFT_TOO_MUCH';
  return allowance !== null && amount > allowance ? 'GIFT_LIMIT' : null;
}

/** Gifts that were shown on this page: a gift may arrive twice, by message and by request. */
const shownIds = new Set<string>();
/** Those that wait for the one before them to have had its time. */
const waiting: Gift[] = [];
let isShowing = false;

/** A player gave coins: who, how much, and what they said to it. */
export function giftReceived(gift: Gift): void {
  if (shownIds.has(gift.id)) return;
  shownIds.add(gift.id);
  waiting.push(gift);
  // Without its texts it waits: for the next gift, or for the next visit.
  if (!isShowing) showWaiting().catch(() => undefined);
}

/** Drops the queue when the user changes; what was not shown yet is shown at the next visit. */
export function forgetGifts(): void {
  waiting.length = 0;
  shownIds.clear();
}

/** Shows the gifts that came while the user was offline. */
export async function lookForGifts(): Promise<void> {
  // Unanswered, they are there at the next visit.
  const gifts = await api.gifts.unseen().catch(() => []);
  gifts.forEach(giftReceived);
}

async function showWaiting(): Promise<void> {
  isShowing = true;
  try {
    await laterTexts();
    for (let gift = waiting.shift(); gift; gift = waiting.shift()) {
      showGift(gift);
      // Unacknowledged, it is shown once more at the next visit: that is no harm.
      api.gifts.seen({ params: { id: gift.id } }).catch(() => undefined);
      if (waiting.length > 0) await new Promise((resolve) => setTimeout(resolve, GIFT_TOAST));
    }
  } finally {
    isShowing = false;
  }
}

function showGift({ amount, senderName, message }: Gift): void {
  play('coin');
  toast({
    title: t('gifts.received', {
      name: senderName,
      count: amount,
      counted: giftAmount(i18next.language, amount),
    }),
    description: message ? t('gifts.quote', { message }) : undefined,
    tone: 'coins',
    ms: GIFT_TOAST,
  });
}
