import type { PlayAgainRequest } from '@fifteen/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Rematch, type RematchEvent, NO_REQUEST, step } from '../model/rematch.ts';

const request = (id = 'q1', overrides: Partial<PlayAgainRequest> = {}): PlayAgainRequest => ({
  id,
  requestId: id,
  requesterId: 'you',
  requestedId: 'me',
  gameId: 'g1',
  status: 'pending',
  requestedAt: '2026-11-20T12:00:00Z',
  requester: {
    displayName: 'Yusuf',
    firstName: null,
    username: 'yusuf',
    profileImageUrl: null,
    activeFrameId: null,
    selectedAchievementBorder: null,
  },
  ...overrides,
});
const run = (...events: RematchEvent[]): Rematch => events.reduce(step, NO_REQUEST);
const requested: RematchEvent = { type: 'requested', request: request() };

describe('the own request', () => {
  it('is sent once, and can be sent again only after it was rejected', () => {
    const sent = run({ type: 'request', gameId: 'g1' }, { type: 'sent', gameId: 'g1' });
    expect(sent.ownRequest).toEqual({ gameId: 'g1', at: 'sent' });
    expect(step(sent, { type: 'request', gameId: 'g1' })).toBe(sent);
    const rejected = step(sent, { type: 'rejected', gameId: 'g1', problem: 'No.', next: 'rejected' });
    expect(rejected).toMatchObject({ ownRequest: { at: 'rejected' }, problem: 'No.' });
    expect(step(rejected, { type: 'request', gameId: 'g1' })).toMatchObject({
      ownRequest: { at: 'sending' },
      problem: null,
    });
  });

  it('that was already sent stays sent, and shows so', () => {
    const rematch = run(
      { type: 'request', gameId: 'g1' },
      { type: 'rejected', gameId: 'g1', problem: 'Already.', next: 'sent' },
    );
    expect(rematch).toMatchObject({ ownRequest: { at: 'sent' }, problem: 'Already.' });
  });

  it('that failed for good is neither sent nor can it be sent again', () => {
    const closed = run(
      { type: 'request', gameId: 'g1' },
      { type: 'rejected', gameId: 'g1', problem: 'Gone.', next: 'closed' },
    );
    expect(closed).toMatchObject({ ownRequest: { at: 'closed' }, problem: 'Gone.' });
    expect(step(closed, { type: 'request', gameId: 'g1' })).toBe(closed);
  });

  it('for an older game changes nothing', () => {
    const rematch = run({ type: 'request', gameId: 'g2' });
    expect(step(rematch, { type: 'sent', gameId: 'g1' })).toBe(rematch);
    expect(step(rematch, { type: 'declined', gameId: 'g1' })).toBe(rematch);
  });

  it("that was declined leaves only the opponent's", () => {
    const rematch = run({ type: 'request', gameId: 'g1' }, { type: 'sent', gameId: 'g1' }, requested);
    expect(step(rematch, { type: 'declined', gameId: 'g1' })).toEqual(run(requested));
  });
});

describe("the opponent's request", () => {
  it('can be accepted after the own one has lapsed', () => {
    const problem = 'Not answered.';
    const lapsed = run(
      { type: 'request', gameId: 'g1' },
      { type: 'sent', gameId: 'g1' },
      { type: 'rejected', gameId: 'g1', problem, next: 'closed' },
    );
    expect(lapsed).toMatchObject({ ownRequest: { at: 'closed' }, problem });
    expect(step(lapsed, requested)).toEqual(run(requested));
  });

  it('does not replace the own one that is being sent, nor that of another game', () => {
    const sending = run({ type: 'request', gameId: 'g1' });
    expect(step(sending, requested)).toMatchObject({ ownRequest: { at: 'sending' } });
    const other = run({ type: 'request', gameId: 'g0' }, { type: 'sent', gameId: 'g0' });
    expect(step(other, requested)).toMatchObject({ ownRequest: { gameId: 'g0' } });
  });

  it('is shown once: a repeat, and another one meanwhile, change nothing', () => {
    const rematch = run(requested);
    expect(rematch.opponentRequest?.id).toBe('q1');
    expect(step(rematch, { type: 'requested', request: request() })).toBe(rematch);
    expect(step(rematch, { type: 'requested', request: request('q2') })).toBe(rematch);
  });

  it('once dismissed is replaced by the next, but not by a repeat', () => {
    const rematch = run(requested, { type: 'dismiss' });
    expect(rematch).toMatchObject({ opponentRequest: { id: 'q1' }, isDismissed: true });
    expect(step(rematch, { type: 'requested', request: request() })).toBe(rematch);
    expect(step(rematch, { type: 'requested', request: request('q2') })).toMatchObject({
      opponentRequest: { id: 'q2' },
      isDismissed: false,
    });
  });

  it('that is no longer pending is ignored', () => {
    expect(run({ type: 'requested', request: request('q1', { status: 'accepted' }) })).toBe(NO_REQUEST);
  });

  it('is answered once; an answer that was lost can be given again', () => {
    const rematch = run(requested, { type: 'respond', response: 'accepted' });
    expect(step(rematch, { type: 'respond', response: 'rejected' })).toBe(rematch);
    expect(step(rematch, { type: 'responseFailed', requestId: 'q1' })).toMatchObject({
      opponentRequest: { id: 'q1' },
      pendingResponse: null,
    });
  });

  it('goes away with its answer, wherever that was given', () => {
    expect(run(requested, { type: 'answered', requestId: 'q1' })).toEqual(NO_REQUEST);
    expect(run(requested, { type: 'answered', requestId: 'q2' }).opponentRequest?.id).toBe('q1');
  });
});

describe('the countdown', () => {
  it('covers everything, and 0 or less hides it', () => {
    expect(run(requested, { type: 'count', value: 2 })).toMatchObject({
      countdown: 2,
      opponentRequest: null,
    });
    expect(run({ type: 'count', value: 1 }, { type: 'count', value: -1 }).countdown).toBe(0);
  });

  it('is over with the game that begins', () => {
    expect(run({ type: 'request', gameId: 'g1' }, { type: 'count', value: 1 }, { type: 'over' })).toBe(
      NO_REQUEST,
    );
  });
});

it('no response is pending without a request', () => {
  const event = fc.constantFrom<RematchEvent>(
    { type: 'request', gameId: 'g1' },
    { type: 'sent', gameId: 'g1' },
    { type: 'rejected', gameId: 'g1', problem: 'No.', next: 'rejected' },
    { type: 'declined', gameId: 'g1' },
    requested,
    { type: 'requested', request: request('q2') },
    { type: 'dismiss' },
    { type: 'respond', response: 'accepted' },
    { type: 'responseFailed', requestId: 'q1' },
    { type: 'answered', requestId: 'q1' },
    { type: 'count', value: 1 },
    { type: 'count', value: 0 },
    { type: 'over' },
  );
  fc.assert(
    fc.property(fc.array(event), (events) => {
      const rematch = run(...events);
      expect(rematch.pendingResponse === null || rematch.opponentRequest !== null).toBe(true);
      expect(rematch.countdown > 0 && rematch.opponentRequest !== null).toBe(false);
      expect(rematch.isDismissed && rematch.opponentRequest === null).toBe(false);
    }),
  );
});
