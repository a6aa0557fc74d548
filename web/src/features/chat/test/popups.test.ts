import { beforeEach, expect, it, vi } from 'vitest';
import { chats, useChats } from '../model/store.ts';

/** Sets the width of the window, whose media queries were read when the modules were loaded. */
const resize = vi.hoisted(() => {
  let width = 1_600;
  const lists: EventTarget[] = [];
  vi.stubGlobal('matchMedia', (media: string) => {
    const limit = Number(/width < (\d+)px/.exec(media)?.[1] ?? 0);
    const list = Object.defineProperty(new EventTarget(), 'matches', { get: () => width < limit });
    lists.push(list);
    return list;
  });
  return (px: number) => {
    width = px;
    for (const list of lists) list.dispatchEvent(new Event('change'));
  };
});

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

const openChats = () => useChats.getState().popups.flatMap(({ player, open }) => (open ? player.id : []));

beforeEach(() => {
  resize(1_600);
  chats.forget();
});

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

it.each([
  [390, ['Dora']],
  [768, ['Dora', 'Cora']],
  [1_000, ['Dora', 'Cora', 'Ben']],
  [1_320, ['Dora', 'Cora', 'Ben', 'Anna']],
])('on a screen of %i px, only chats that fit are open', (width, open) => {
  resize(width);
  for (const id of ['Anna', 'Ben', 'Cora', 'Dora']) chats.openPopup(friend(id));
  expect(openChats()).toEqual(open);
});

it('a message in a chat that another one replaced on a phone is unread', () => {
  resize(390);
  chats.openPopup(friend('Anna'));
  chats.openPopup(friend('Ben'));
  expect(receive('Anna')).toBe(false);
  expect(useChats.getState().popups).toMatchObject([
    { player: { id: 'Ben' }, open: true, unread: 0 },
    { player: { id: 'Anna' }, open: false, unread: 1 },
  ]);
});

it('a window that becomes smaller closes the chats that no longer fit', () => {
  for (const id of ['Anna', 'Ben', 'Cora']) chats.openPopup(friend(id));
  chats.toggle('Cora');
  resize(390);
  expect(order()).toEqual(['Ben', 'Anna', 'Cora']);
  expect(openChats()).toEqual(['Ben']);
  expect(receive('Anna')).toBe(false);
});
