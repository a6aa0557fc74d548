import type { PlayAgainRequest } from '@fifteen/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Again, type AgainEvent, NOBODY_ASKED, step } from '../model/rematch.ts';

const request = (id = 'q1', change: Partial<PlayAgainRequest> = {}): PlayAgainRequest => ({
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
  ...change,
});
const run = (...events: AgainEvent[]): Again => events.reduce(step, NOBODY_ASKED);
const asked: AgainEvent = { type: 'requested', request: request() };

describe('the own request', () => {
  it('is sent once, and can be sent again only after it was refused', () => {
    const sent = run({ type: 'ask', gameId: 'g1' }, { type: 'sent', gameId: 'g1' });
    expect(sent.mine).toEqual({ gameId: 'g1', at: 'sent' });
    expect(step(sent, { type: 'ask', gameId: 'g1' })).toBe(sent);
    const refused = step(sent, { type: 'refused', gameId: 'g1', problem: 'No.', final: false });
    expect(refused).toMatchObject({ mine: { at: 'refused' }, problem: 'No.' });
    expect(step(refused, { type: 'ask', gameId: 'g1' })).toMatchObject({
      mine: { at: 'sending' },
      problem: null,
    });
  });

  it('that was made already stays made, and says so', () => {
    const again = run(
      { type: 'ask', gameId: 'g1' },
      { type: 'refused', gameId: 'g1', problem: 'Already.', final: true },
    );
    expect(again).toMatchObject({ mine: { at: 'sent' }, problem: 'Already.' });
  });

  it('for an older game is no news', () => {
    const again = run({ type: 'ask', gameId: 'g2' });
    expect(step(again, { type: 'sent', gameId: 'g1' })).toBe(again);
  });
});

describe("the opponent's request", () => {
  it('is shown once: a repeat, and another one meanwhile, change nothing', () => {
    const again = run(asked);
    expect(again.theirs?.id).toBe('q1');
    expect(step(again, { type: 'requested', request: request() })).toBe(again);
    expect(step(again, { type: 'requested', request: request('q2') })).toBe(again);
  });

  it('put aside makes room for the next, but not for itself', () => {
    const again = run(asked, { type: 'aside' });
    expect(again).toMatchObject({ theirs: { id: 'q1' }, aside: true });
    expect(step(again, { type: 'requested', request: request() })).toBe(again);
    expect(step(again, { type: 'requested', request: request('q2') })).toMatchObject({
      theirs: { id: 'q2' },
      aside: false,
    });
  });

  it('that is not pending any more is none', () => {
    expect(run({ type: 'requested', request: request('q1', { status: 'accepted' }) })).toBe(NOBODY_ASKED);
  });

  it('is answered once; an answer that was lost can be given again', () => {
    const again = run(asked, { type: 'answer', response: 'accepted' });
    expect(step(again, { type: 'answer', response: 'rejected' })).toBe(again);
    expect(step(again, { type: 'unanswered' })).toMatchObject({ theirs: { id: 'q1' }, answering: null });
  });

  it('goes away with its answer, wherever that was given', () => {
    expect(run(asked, { type: 'answered', requestId: 'q1' })).toEqual(NOBODY_ASKED);
    expect(run(asked, { type: 'answered', requestId: 'q2' }).theirs?.id).toBe('q1');
  });
});

describe('the countdown', () => {
  it('covers everything, and 0 or less hides it', () => {
    expect(run(asked, { type: 'count', value: 2 })).toMatchObject({ countdown: 2, theirs: null });
    expect(run({ type: 'count', value: 1 }, { type: 'count', value: -1 }).countdown).toBe(0);
  });

  it('is over with the game that begins', () => {
    expect(run({ type: 'ask', gameId: 'g1' }, { type: 'count', value: 1 }, { type: 'over' })).toBe(
      NOBODY_ASKED,
    );
  });
});

it('nothing is being answered that nobody asks', () => {
  const event = fc.constantFrom<AgainEvent>(
    { type: 'ask', gameId: 'g1' },
    { type: 'sent', gameId: 'g1' },
    { type: 'refused', gameId: 'g1', problem: 'No.', final: false },
    asked,
    { type: 'requested', request: request('q2') },
    { type: 'aside' },
    { type: 'answer', response: 'accepted' },
    { type: 'unanswered' },
    { type: 'answered', requestId: 'q1' },
    { type: 'count', value: 1 },
    { type: 'count', value: 0 },
    { type: 'over' },
  );
  fc.assert(
    fc.property(fc.array(event), (events) => {
      const again = run(...events);
      expect(again.answering === null || again.theirs !== null).toBe(true);
      expect(again.countdown > 0 && again.theirs !== null).toBe(false);
      expect(again.aside && again.theirs === null).toBe(false);
    }),
  );
});
