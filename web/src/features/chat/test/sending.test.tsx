import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { useToast } from '@/lib/toast.ts';
import { Around } from '@/test/Around.tsx';
import { ChatDialog } from '../components/ChatDialog.tsx';
import { chats, useChats } from '../model/store.ts';

/** Texts that the server would reject for their characters or length. */

const player = { id: 'amara', displayName: 'Amara', profileImageUrl: null } as never;
const send = vi.spyOn(api.chat, 'send');
const field = () => screen.getByRole('textbox', { name: 'Message to Amara' });
const button = () => screen.getByRole('button', { name: 'Send' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  queryClient.clear();
  chats.forget();
  vi.spyOn(api.chat, 'history').mockResolvedValue({ messages: [], nextCursor: null });
  send.mockReset().mockReturnValue(new Promise(() => undefined));
  render(<ChatDialog player={player} onRead={() => undefined} onClose={() => undefined} />, {
    wrapper: Around,
  });
});

it('sends a pasted text without the characters that no reader sees', () => {
  type('\u2068Good\u2069\tga\u00ADme!');
  fireEvent.click(button());
  expect(send).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ body: { targetUserId: 'amara', message: 'Good game!' } }),
  );
});

it('a text without visible characters cannot be sent', () => {
  type('\u200B ');
  expect(button()).toBeDisabled();
  fireEvent.submit(field());
  expect(send).not.toHaveBeenCalled();
});

it.each([
  ['the typed one follows one that was not sent', () => chats.setDraft('amara', 'a'.repeat(203))],
  ['it is stored with more characters than were typed', () => type(`${'a'.repeat(197)}\u0958\u0958\u0958`)],
])('a text is too long because %s: it shows by how much, and can be shortened', async (_, write) => {
  write();
  expect(await screen.findByText('203/200')).toBeVisible();
  expect(field()).toHaveAccessibleDescription('203/200');
  expect(field()).toBeInvalid();
  expect(button()).toBeDisabled();
  fireEvent.submit(field());
  expect(send).not.toHaveBeenCalled();
  type('a'.repeat(200));
  expect(screen.queryByText('200/200')).toBeNull();
  expect(field()).toBeValid();
  fireEvent.click(button());
  expect(send).toHaveBeenCalledOnce();
});

describe('a message whose outcome is unknown', () => {
  const history = vi.spyOn(api.chat, 'history');
  const keys = () => send.mock.calls.map(([request]) => request?.idempotencyKey);

  beforeEach(async () => {
    send.mockRejectedValue(ApiError.unanswered('NETWORK', null));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    history.mockClear();
    type('Well played');
    await act(async () => fireEvent.click(button()));
  });

  it('has the same key while its draft is unchanged, so that it is stored once', async () => {
    expect(field()).toHaveValue('Well played');
    await act(async () => fireEvent.click(button()));
    expect(keys()).toEqual([expect.any(String), keys()[0]]);
    type('Well played!');
    type('Well played');
    await act(async () => fireEvent.click(button()));
    expect(keys()[2]).not.toBe(keys()[0]);
  });

  it('is looked for in the conversation', () => expect(history).toHaveBeenCalledOnce());
});

it('a rejected message has another key when it is sent once more', async () => {
  send.mockRejectedValue(new ApiError(403, 'Forbidden'));
  type('Well played');
  for (let times = 0; times < 2; times += 1) await act(async () => fireEvent.click(button()));
  const [first, second] = send.mock.calls.map(([request]) => request?.idempotencyKey);
  expect(second).not.toBe(first);
});

describe('two messages sent at once', () => {
  type Sent = Awaited<ReturnType<typeof api.chat.send>>;
  const draft = () => useChats.getState().drafts.amara;
  const texts = () => send.mock.calls.map(([request]) => request?.body.message);
  let answers: PromiseWithResolvers<Sent>[];

  beforeEach(() => {
    answers = [];
    send.mockImplementation(() => {
      const answer = Promise.withResolvers<Sent>();
      answers.push(answer);
      return answer.promise;
    });
    for (const text of ['First', 'Second']) {
      type(text);
      fireEvent.click(button());
    }
  });

  it('are sent one after the other, so that they arrive in their order', async () => {
    expect(texts()).toEqual(['First']);
    await act(async () => answers[0]?.resolve({ message: { id: 'm1', message: 'First' } } as Sent));
    expect(texts()).toEqual(['First', 'Second']);
  });

  it('are a draft again, in their order, when the first is not sent', async () => {
    type('Third');
    await act(async () => answers[0]?.reject(new ApiError(503, 'Service Unavailable')));
    expect(texts()).toEqual(['First']);
    expect(draft()).toBe('First Second Third');
    expect(screen.queryByText('Second')).toBeNull();
  });

  it('are neither sent nor a draft for the next user', async () => {
    act(() => chats.forget());
    await act(async () => answers[0]?.reject(new ApiError(503, 'Service Unavailable')));
    expect(texts()).toEqual(['First']);
    expect(draft()).toBeUndefined();
    expect(useToast.getState().current).toBeNull();
  });
});
