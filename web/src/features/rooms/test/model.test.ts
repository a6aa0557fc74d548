import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Alert } from '@/lib/state/alert.ts';
import { codeIn, linkTo } from '../model/code.ts';
import { type RoomRequests, type RoomRequestEvent, IDLE, step } from '../model/roomRequest.ts';

describe('a room code', () => {
  it.each([
    ['abcd2345', 'ABCD2345'],
    ['  abcd 2345 ', 'ABCD2345'],
    ['ABCD-2345', 'ABCD2345'],
    ['abcd2345and-more', 'ABCD2345'],
    ['https://fifteen.example/?room=ABCD2345', 'ABCD2345'],
    ['https://fifteen.example/?lang=hi&room=abcd2345#top', 'ABCD2345'],
    ['Play with me: https://fifteen.example/?room=ABCD2345 now', 'ABCD2345'],
    ['', ''],
    ['   ', ''],
  ])('of %j is %j', (text, code) => {
    expect(codeIn(text)).toBe(code);
  });

  it('comes back out of its own link', () => {
    expect(codeIn(linkTo('K7QX2M9P'))).toBe('K7QX2M9P');
  });

  it('is never anything but up to 8 of A-Z and 0-9', () => {
    fc.assert(fc.property(fc.string(), (text) => /^[A-Z0-9]{0,8}$/.test(codeIn(text))));
  });
});

it('takes the digits of every language in a room code', () => {
  expect(codeIn('k7qx٢m٩p')).toBe('K7QX2M9P');
  expect(codeIn('K৭QX২M৯P')).toBe('K7QX2M9P');
  expect(codeIn('K७QX२M९P')).toBe('K7QX2M9P');
});

describe('the room requests', () => {
  const problem: Alert = { type: 'error', title: 'Create Room Error', text: 'No.' };
  const requesting: RoomRequests = {
    ...IDLE,
    isCreating: true,
    pending: { kind: 'create', requestId: 'a' },
    lastCreation: { requestId: 'a', challenged: null },
  };

  it('closes the dialog when its own room is made', () => {
    expect(step(requesting, { type: 'done', requestId: 'a' })).toEqual(IDLE);
  });

  it('ignores the response to another request', () => {
    expect(step(requesting, { type: 'done', requestId: 'b' })).toBe(requesting);
    expect(step(requesting, { type: 'failed', requestId: 'b', problem, inPlace: true })).toBe(requesting);
  });

  it('keeps the dialog open while a room is being made, and after a failure', () => {
    expect(step(requesting, { type: 'close' })).toBe(requesting);
    const failed = step(requesting, { type: 'failed', requestId: 'a', problem, inPlace: true });
    expect(failed).toEqual({ ...requesting, pending: null, problem });
    expect(step(failed, { type: 'close' })).toMatchObject({ isCreating: false, problem: null });
  });

  it('forgets the last problem with the next attempt', () => {
    const next = step(
      { ...IDLE, isCreating: true, problem },
      { type: 'request', kind: 'create', requestId: 'b' },
    );
    expect(next.problem).toBeNull();
  });

  it('waits for one response at a time, in any order of events', () => {
    const requestId = fc.constantFrom('a', 'b');
    const event: fc.Arbitrary<RoomRequestEvent> = fc.oneof(
      fc.constantFrom<RoomRequestEvent>({ type: 'open', challenged: null }, { type: 'close' }),
      fc.record({
        type: fc.constant('request' as const),
        kind: fc.constantFrom('create' as const, 'join' as const, 'start' as const),
        requestId,
      }),
      fc.record({ type: fc.constant('done' as const), requestId }),
      fc.record({
        type: fc.constant('failed' as const),
        requestId,
        problem: fc.constant(problem),
        inPlace: fc.boolean(),
      }),
    );
    const counts = { done: 0, failed: 0, ignored: 0 };
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30, size: 'max' }), (events) => {
        let requests = IDLE;
        for (const each of events) {
          const next = step(requests, each);
          // Only its own response ends a pending request.
          if (requests.pending && next.pending !== requests.pending) {
            expect(each).toMatchObject({ requestId: requests.pending.requestId });
            expect(next.pending).toBeNull();
            if (each.type === 'done' || each.type === 'failed') counts[each.type] += 1;
          } else if (requests.pending) counts.ignored += 1;
          requests = next;
        }
      }),
    );
    for (const [outcome, count] of Object.entries(counts)) expect(count, outcome).toBeGreaterThan(0);
  });
});
