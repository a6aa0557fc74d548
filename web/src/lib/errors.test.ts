import type { ErrorCode } from '@fifteen/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { chooseLanguage, startI18n } from '@/lib/i18n/i18n.ts';
import type english from '@/lib/i18n/locales/en/first.json';
import { ApiError } from './apiError.ts';
import { explainError, sharedTexts } from './errors.ts';

/** Errors that belong to one screen, which has its own texts for them, or has nothing to say about them. */
type ExplainedOnScreen =
  | 'PRICE_CHANGED'
  | 'TOO_EXPENSIVE'
  | 'ALREADY_OWNED'
  | 'BORDER_LOCKED'
  | 'DISPLAY_NAME_REQUIRED'
  | 'DISPLAY_NAME_INVALID'
  | 'PICTURE_TYPE'
  | 'PICTURE_TOO_LARGE'
  | 'PICTURE_INVALID'
  | 'NEEDS_VERIFICATION'
  | 'AUTO_PLAY_NOT_ACTIVE';
/** The key of a text without its plural form. */
type Base<Key> = Key extends `${infer Name}_${'one' | 'other'}` ? Name : Key;
/** Checked by the compiler: a new code of the contract's catalogue needs a text, or an entry above. */
type NeverShown = Exclude<
  ErrorCode,
  ExplainedOnScreen | keyof typeof sharedTexts | Base<keyof (typeof english)['errors']['codes']>
>;
const neverShown: [NeverShown] extends [never] ? [] : NeverShown = [];

const GENERIC = 'An error occurred. Please try again.';

beforeAll(startI18n);

describe('an error is explained', () => {
  it('by its code, in the language of the page', async () => {
    expect(neverShown).toEqual([]);
    const error = new ApiError(409, 'Username already taken', { code: 'USERNAME_TAKEN' });
    expect(explainError(error)).toEqual({ title: 'Error', text: 'Username already taken' });
    await chooseLanguage('id');
    expect(explainError(error).text).toBe('Nama pengguna sudah dipakai');
    await chooseLanguage('en');
  });

  it('with the title and the amount that belong to it', () => {
    const error = new ApiError(403, 'x', { code: 'INSUFFICIENT_COINS', details: { coins: 50_000 } });
    const text = 'You need 50,000 coins to play online. Win AI games to earn coins!';
    expect(explainError(error)).toEqual({ title: 'Insufficient Coins', text });
  });

  it('with how much a new player may bet, and for how long', async () => {
    const details = { coins: 50_000, games: 20, opponents: 7 };
    const error = new ApiError(403, 'x', { code: 'STAKE_LIMIT', details });
    await chooseLanguage('es');
    expect(explainError(error).text).toContain('Termina 20 partidas contra al menos 7 personas distintas');
    await chooseLanguage('en');
    expect(explainError(error).title).toBe('Bet too high');
    expect(explainError(error).text).toBe(
      'New players can bet up to 50,000 coins a game. Finish 20 games against at least 7 different people to bet more.',
    );
    const near = new ApiError(403, 'x', { code: 'STAKE_LIMIT', details: { ...details, games: 1 } });
    expect(explainError(near).text).toContain('Finish 1 game against');
  });

  it('with the name of a user who has to move', () => {
    const error = { code: 'NOT_YOUR_TURN', message: 'Waiting for your opponent to make a move' };
    const named = { ...error, details: { player: 'Mina' } };
    expect(explainError(named).text).toBe('Waiting for Mina to make a move');
    expect(explainError(error).text).toBe('Waiting for your opponent to make a move');
  });

  it.each([
    ['401: Unauthorized', 'Please log in to continue.'],
    ['403: Access denied', "You don't have permission to do that."],
    ['You have been blocked by user', "You can't reach this player because they have blocked you."],
    ['Target connection not found', 'Your friend is offline right now.'],
    ['404: User not found', 'Player not found'],
    ['Failed to fetch', 'Network error. Please check your internet connection and try again.'],
    ['503 Service Unavailable', 'Service unavailable. Please try again.'],
  ])('by a message that is known: %s', (message, text) => {
    expect(explainError(new Error(message)).text).toBe(text);
  });

  it('never in the English of the server on a page in another language', async () => {
    await chooseLanguage('id');
    const sentence = 'Only three of these are allowed here';
    const codes = ['INVALID', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'NOT_OWNED', 'INVALID_GAME'];
    for (const code of [...codes, ...Object.keys(sharedTexts)]) {
      const { text } = explainError(new ApiError(409, sentence, { code }));
      expect(text, code).not.toMatch(/allowed|^errors\./);
    }
    const blocked = new ApiError(403, 'x', { code: 'BLOCKED_BY_YOU' });
    expect(explainError(blocked).text).toBe('Kamu memblokir pemain ini');
    await chooseLanguage('en');
  });

  it('with the right number of coins', () => {
    const short = (coins: number) => explainError({ code: 'GIFT_TOO_MUCH', details: { coins } }).text;
    expect(short(1)).toBe('You only have 1 coin available.');
    expect(short(2)).toBe('You only have 2 coins available.');
  });

  it('by the words of the server where they are clear and there is no code', () => {
    const words = 'Friend request already exists between you and this user';
    expect(explainError(new ApiError(409, words)).text).toBe(words);
  });

  it.each([
    [400, 'body.position: expected number, received string', 'Something in that request isn’t right.'],
    [404, '<!doctype html><title>Cannot GET /</title>', 'We couldn’t find what you were looking for.'],
    [429, '', 'Too many requests. Please wait a moment and try again.'],
    [500, 'relation "stake" does not exist', 'Something went wrong on our side.'],
  ])('by its status %i where they are not', (status, message, text) => {
    expect(explainError(new ApiError(status, message)).text).toContain(text.replace('’', "'"));
  });

  it.each([undefined, null, '', 42, new TypeError('x is not a function'), { message: '{"a":1}' }])(
    'as something general when nothing is known: %s',
    (error) => expect(explainError(error).text).toBe(GENERIC),
  );
});
