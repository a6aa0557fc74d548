import type { Participant } from '@fifteen/contract';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '@/lib/api.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { Around } from '@/test/Around.tsx';
import { room } from '@/test/onlineGames.ts';
import { enterRoom, forgetRoom, setParticipants, useParticipants } from './room.ts';

const person = (userId: string) => ({ id: `p-${userId}`, userId, role: 'player' }) as Participant;
const me = person('me');
const yusuf = person('you');

/** The responses to the polls, in the order of the requests. */
let answers: ((participants: Participant[]) => void)[];
const participants = vi.spyOn(api.rooms, 'participants');

beforeEach(() => {
  queryClient.clear();
  answers = [];
  participants.mockReset().mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
});
afterEach(() => forgetRoom());

describe('the participants', () => {
  const answer = (poll: number, list: Participant[]) => act(async () => answers[poll]?.(list));

  async function polling() {
    enterRoom(room(), [me]);
    const { result } = renderHook(() => useParticipants(room()), { wrapper: Around });
    act(() => void queryClient.invalidateQueries({ queryKey: ['participants'] }));
    await waitFor(() => expect(answers).toHaveLength(1));
    return result;
  }

  it.each([
    ['a joined player', () => setParticipants('r1', (known) => [...known, yusuf])],
    ['a new state of the room', () => void enterRoom(room(), [me, yusuf])],
  ])('keep %s over a poll that was under way', async (_, push) => {
    const result = await polling();
    act(push);
    await answer(0, [me]);
    expect(result.current).toEqual([me, yusuf]);
    expect(answers).toHaveLength(2);
    await answer(1, [me, yusuf]);
    expect(result.current).toEqual([me, yusuf]);
  });

  it('accept a poll during which nothing changed', async () => {
    const result = await polling();
    act(() => setParticipants('r1', (known) => known));
    await answer(0, [me, yusuf]);
    expect(result.current).toEqual([me, yusuf]);
    expect(answers).toHaveLength(1);
  });
});
