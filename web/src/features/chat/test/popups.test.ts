import { beforeEach, expect, it } from 'vitest';
import { chats, useChats } from '../model/store.ts';

const friend = (id: string) => ({ id, displayName: id, profileImageUrl: null }) as never;
const receive = (from: string) =>
  chats.receive(
    {
      ...{ id: `m-${from}`, senderId: from, senderName: from, senderDisplayName: from },
      ...{ message: 'Hello', timestamp: 1_790_000_000_000 },
    },
    friend(from),
  );
const order = () => useChats.getState().popups.map(({ player }) => player.id);

beforeEach(() => chats.forget());

it('a message leaves the open chat first, which is the only one that a phone shows', () => {
  chats.openPopup(friend('Anna'));
  receive('Ben');
  receive('Ben');
  receive('Cora');
  expect(useChats.getState().popups).toMatchObject([
    { player: { id: 'Anna' }, open: true, unread: 0 },
    { player: { id: 'Cora' }, open: false, unread: 1 },
    { player: { id: 'Ben' }, open: false, unread: 2 },
  ]);
});

it('a message takes the place of the oldest closed chat, not of an open one', () => {
  chats.openPopup(friend('Anna'));
  for (const id of ['Ben', 'Cora', 'Dora', 'Emil']) receive(id);
  expect(order()).toEqual(['Anna', 'Emil', 'Dora', 'Cora']);
  chats.toggle('Cora');
  receive('Finn');
  expect(order()).toEqual(['Anna', 'Cora', 'Finn', 'Emil']);
});

it('a message closes none of four open chats', () => {
  for (const id of ['Anna', 'Ben', 'Cora', 'Dora']) chats.openPopup(friend(id));
  receive('Emil');
  expect(order()).toEqual(['Dora', 'Cora', 'Ben', 'Anna']);
});

it('a chat that is opened comes first', () => {
  chats.openPopup(friend('Anna'));
  receive('Ben');
  chats.openPopup(friend('Ben'));
  expect(order()).toEqual(['Ben', 'Anna']);
});
