import { GIFT_MIN } from '@fifteen/domain';
import { GIFT_TOAST } from '@fifteen/contract/constants';
import type { Gift } from '@fifteen/contract';
import i18next, { t } from 'i18next';
import { loadLaterTexts } from '@/lib/i18n/i18n.ts';
import { forEachLanguage, intlLocale } from '@/lib/i18n/numbers.ts';
import { formatters } from '@/lib/i18n/format.ts';
import { api } from '@/lib/api.ts';
import { pageVisible } from '@/lib/pageVisible.ts';
import { pause } from '@/lib/pause.ts';
import { play } from '@/lib/sound/sound.ts';
import { isEventShown, toast } from '@/lib/toast.ts';

/** Amounts from here on are shown in thousands. */
const THOUSANDS_FROM = 10_000;
/** Amounts from here on are shown in millions or billions. */
const MILLIONS_FROM = 1_000_000;

const thousands = forEachLanguage(
  (code) => new Intl.NumberFormat(intlLocale(code), { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/**
 * Formats an amount (docs/spec/around-play.md#around-5.6): in full below 10,000, below a million in thousands with one
 * decimal, rounded down: 12.0k; above as other counts: 1.5M.
 */
export function giftAmount(locale: string, amount: number): string {
  if (amount < THOUSANDS_FROM) return formatters(locale).coins(amount);
  if (amount >= MILLIONS_FROM) return formatters(locale).short(amount);
  return `${thousands(locale).format(Math.floor(amount / 100) / 10)}k`;
}

/** Coins that a new account may still send today; null without a daily limit. */
export const allowanceQuery = {
  queryKey: ['gifts', 'allowance'],
  queryFn: async () => (await api.gifts.allowance()).leftToday,
  staleTime: 0,
  retry: 1,
};

/** Returns the error code of an amount (docs/spec/around-play.md#around-5.1); null for a valid one. */
export function wrongAmount(
  amount: number,
  balance: number,
  allowance: number | null,
): 'GIFT_AMOUNT' | 'GIFT_TOO_MUCH' | 'GIFT_LIMIT' | null {
  if (!Number.isSafeInteger(amount) || amount < GIFT_MIN) return 'GIFT_AMOUNT';
  if (amount > balance) return 'GIFT_TOO_MUCH';
  return allowance !== null && amount > allowance ? 'GIFT_LIMIT' : null;
}

/** Gifts shown on this page: a gift may arrive twice, by socket and by HTTP. */
const shownIds = new Set<string>();
/** Gifts of the user that wait until they are visible at once. */
let queuedGifts: Gift[] = [];
let isShowing = false;

/** Handles a received gift. */
export function giftReceived(gift: Gift): void {
  if (shownIds.has(gift.id)) return;
  shownIds.add(gift.id);
  queuedGifts.push(gift);
  // If the texts fail to load, the gift is shown with the next one or at the next visit.
  if (!isShowing) showWaiting().catch(() => undefined);
}

/** Starts another queue when the user changes; unshown gifts are shown at the next visit. */
export function forgetGifts(): void {
  queuedGifts = [];
  shownIds.clear();
}

/** Shows the gifts that arrived while the user was offline. */
export async function lookForGifts(): Promise<void> {
  const ownQueue = queuedGifts;
  // If the call fails, they are shown at the next visit.
  const gifts = await api.gifts.unseen().catch(() => []);
  // The next user of the browser must not see them.
  if (queuedGifts === ownQueue) gifts.forEach(giftReceived);
}

/** Milliseconds between two looks at whether the toast of an event is over. */
const LOOK_EVERY = 1_000;

/** Resolves when a gift is visible at once: the page is, and shows no other event. */
async function canBeSeen(): Promise<void> {
  await pageVisible();
  while (isEventShown()) {
    await pause(LOOK_EVERY);
    await pageVisible();
  }
}

/** Shows the gifts in the queue one after the other. */
async function showWaiting(): Promise<void> {
  isShowing = true;
  try {
    await loadLaterTexts();
    while (queuedGifts.length > 0) {
      await canBeSeen();
      const gift = queuedGifts.shift();
      // The user has changed meanwhile.
      if (!gift) break;
      showGift(gift);
      // Without an acknowledgement, it is shown once more at the next visit, which is harmless.
      api.gifts.seen({ params: { id: gift.id } }).catch(() => undefined);
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
