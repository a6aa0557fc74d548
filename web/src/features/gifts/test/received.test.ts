import { GIFT_TOAST } from '@fifteen/contract/constants';
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { dismissToast, toast, useToast } from '@/lib/toast.ts';
import { forgetGifts, giftReceived, lookForGifts } from '../model/gift.ts';
import { json } from '@/test/json.ts';

const fetched = vi.fn<typeof fetch>();
const came = (id: string, senderName: string) => ({
  ...{ id, amount: 100, senderId: senderName, senderName, message: null },
});
const title = () => useToast.getState().current?.title;
const seen = () => fetched.mock.calls.map(([url]) => String(url)).filter((url) => url.endsWith('/seen'));
let stop: () => void;

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  // On the page, a toast ends with its animation.
  stop = useToast.subscribe(({ current: shown }, { current: before }) => {
    if (shown && shown !== before) setTimeout(() => dismissToast(shown.id), shown.ms ?? 5_000);
  });
  fetched.mockReset();
  fetched.mockImplementation(async (url) =>
    url === '/api/coins/gifts/unseen'
      ? json(200, [came('a1', 'Ann'), came('b1', 'Ben')])
      : new Response(null, { status: 204 }),
  );
});
afterEach(async () => {
  // The next gift waits until the last one was shown.
  await vi.advanceTimersByTimeAsync(GIFT_TOAST);
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('says how much a friend sent, and with what words, for seven seconds', async () => {
  const gift = { ...came('g1', 'Ben'), amount: 25_000, message: 'For you' };
  giftReceived(gift);
  await vi.advanceTimersByTimeAsync(0);
  expect(useToast.getState().current).toMatchObject({
    title: 'Ben sent you 25.0k coins!',
    description: '“For you”',
    ms: 7_000,
  });
  await vi.advanceTimersByTimeAsync(7_000);
  giftReceived(gift);
  await vi.advanceTimersByTimeAsync(0);
  expect(title()).toBeUndefined();
});

it('shows and acknowledges a gift that comes a second after another when that one was shown', async () => {
  giftReceived(came('j1', 'Jan'));
  await vi.advanceTimersByTimeAsync(1_000);
  giftReceived(came('k1', 'Kim'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([title(), seen()]).toEqual(['Jan sent you 100 coins!', ['/api/coins/gifts/j1/seen']]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([title(), seen().length]).toEqual(['Kim sent you 100 coins!', 2]);
});

it('shows and acknowledges a gift when the event before it was shown', async () => {
  toast({ title: 'First Victory', event: true });
  giftReceived(came('l1', 'Lea'));
  await vi.advanceTimersByTimeAsync(4_000);
  expect([title(), seen()]).toEqual(['First Victory', []]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([title(), seen()]).toEqual(['Lea sent you 100 coins!', ['/api/coins/gifts/l1/seen']]);
});

it('shows and acknowledges the gifts to a player who was away, one after the other', async () => {
  await lookForGifts();
  await vi.waitFor(() => expect(title()).toBe('Ann sent you 100 coins!'), 10_000);
  await vi.advanceTimersByTimeAsync(6_000);
  expect([title(), seen()]).toEqual(['Ann sent you 100 coins!', ['/api/coins/gifts/a1/seen']]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(title()).toBe('Ben sent you 100 coins!');
  // Before the acknowledgement arrives, a second look shows nothing twice.
  await lookForGifts();
  await vi.advanceTimersByTimeAsync(8_000);
  expect(title()).toBeUndefined();
  expect(seen()).toEqual(['/api/coins/gifts/a1/seen', '/api/coins/gifts/b1/seen']);
});

it('shows and acknowledges no gift while the page is hidden', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  onTestFinished(() => hidden.mockRestore());
  await loadLaterTexts();
  giftReceived(came('h1', 'Hana'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([title(), seen()]).toEqual([undefined, []]);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect([title(), seen()]).toEqual(['Hana sent you 100 coins!', ['/api/coins/gifts/h1/seen']]);
});

it('shows no gift to the next user of a hidden page', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  onTestFinished(() => hidden.mockRestore());
  giftReceived(came('i1', 'Ida'));
  await vi.advanceTimersByTimeAsync(0);
  forgetGifts();
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect([title(), seen()]).toEqual([undefined, []]);
});

it('shows no gift to the next user that arrives after the first has left', async () => {
  let answer: (response: Response) => void = () => undefined;
  fetched.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  const looked = lookForGifts();
  await vi.advanceTimersByTimeAsync(0);
  forgetGifts();
  answer(json(200, [came('e1', 'Eva')]));
  await looked;
  await loadLaterTexts();
  await vi.advanceTimersByTimeAsync(0);
  expect(title()).toBeUndefined();
});

it('shows no gift to the next user of the browser', async () => {
  giftReceived(came('c1', 'Cem'));
  giftReceived(came('d1', 'Dan'));
  await vi.waitFor(() => expect(title()).toBe('Cem sent you 100 coins!'), 10_000);
  forgetGifts();
  await vi.advanceTimersByTimeAsync(8_000);
  expect(title()).toBeUndefined();
  // When the first user returns, the remaining gifts are shown.
  giftReceived(came('d1', 'Dan'));
  await vi.waitFor(() => expect(title()).toBe('Dan sent you 100 coins!'), 10_000);
});
