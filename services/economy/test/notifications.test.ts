import type { UserId } from '@fifteen/domain';
import { ItemKind } from '@fifteen/proto/economy';
import { Event, Push } from '@fifteen/proto/events';
import { Lifecycle, openNats, pushSubject, type Nats, type PushBody } from '@fifteen/runtime';
import { log } from '@fifteen/testkit/services';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openHarness, type Harness } from './harness.ts';

const lifecycle = new Lifecycle(log);
let harness: Harness;
let nats: Nats;
beforeAll(async () => {
  harness = await openHarness();
  const { nats: server, namespace } = harness.nats;
  nats = await openNats({ service: 'test', url: server.url, namespace }, { log, lifecycle });
});
afterAll(async () => {
  expect(await harness.violations()).toEqual({});
  await lifecycle.stop();
  await harness.stop();
});

/** Returns an array to which further pushes to a user are added; the one of the new wallet may still arrive. */
async function pushesTo(userId: UserId): Promise<PushBody[]> {
  const pushes: PushBody[] = [];
  nats.connection.subscribe(pushSubject(nats, 'user', userId), {
    callback: (_, message) => {
      const { body } = Push.decode(message.data);
      if (body && !(body.$case === 'balance' && body.value.version === 1)) pushes.push(body);
    },
  });
  await nats.connection.flush();
  return pushes;
}

describe('a gift', () => {
  const sendGift = (senderId: UserId, recipientId: UserId, key: string) =>
    harness.as('gateway').sendGift({
      ...{ senderId, recipientId, amount: 100, message: 'Well played', key, senderIsGuest: false },
      ...{ senderVerifiedAt: new Date(), senderResetAt: undefined },
    });

  test('is pushed to its recipient, and the balances to both; a repeat pushes the gift alone, under its id', async () => {
    const [ann, bob] = [await harness.newUser(), await harness.newUser()];
    const [toAnn, toBob] = [await pushesTo(ann), await pushesTo(bob)];
    for (let i = 0; i < 3; i += 1) await sendGift(ann, bob, 'k');
    await vi.waitFor(() => expect(toBob).toHaveLength(4), 10_000);
    const gifts = toBob.flatMap((body) => (body.$case === 'gift' ? [body.value] : []));
    expect(gifts).toHaveLength(3);
    expect(gifts[0]).toEqual({
      ...{ id: expect.any(String), senderId: ann, amount: 100, message: 'Well played' },
    });
    expect(new Set(gifts.map(({ id }) => id)).size).toBe(1);
    expect(gifts[0]!.id).not.toContain(ann);
    expect(toBob).toContainEqual({ $case: 'balance', value: { userId: bob, coins: 1_100, version: 2 } });
    const balance = { $case: 'balance', value: { userId: ann, coins: 900, version: 2 } };
    await vi.waitFor(() => expect(toAnn).toEqual([balance]), 10_000);
    await sendGift(ann, bob, 'another');
    await vi.waitFor(() => expect(toBob).toHaveLength(6), 10_000);
    const ids = toBob.flatMap((body) => (body.$case === 'gift' ? [body.value.id] : []));
    expect(new Set(ids).size).toBe(2);
  });

  test('is not pushed by a repeat after its recipient has seen it', async () => {
    const [ann, bob] = [await harness.newUser(), await harness.newUser()];
    const toBob = await pushesTo(bob);
    const pushedIds = () => toBob.flatMap((body) => (body.$case === 'gift' ? [body.value.id] : []));
    const first = await sendGift(ann, bob, 'k');
    await vi.waitFor(() => expect(pushedIds()).toHaveLength(1), 10_000);
    await harness.as('gateway').markGiftSeen({ userId: bob, giftId: pushedIds()[0]! });
    expect(await sendGift(ann, bob, 'k')).toEqual(first);
    await sendGift(ann, bob, 'another');
    await vi.waitFor(() => expect(new Set(pushedIds()).size).toBe(2), 10_000);
    expect(pushedIds()).toHaveLength(2);
  });
});

describe('an equipped item', () => {
  test('is published as an event', async () => {
    const ann = await harness.newUser();
    const kind = ItemKind.PIECE_STYLE;
    await harness.as('admin').grantItem({ userId: ann, kind, itemId: 'lotus', reference: ann });
    const events: Event[] = [];
    nats.connection.subscribe(`${nats.namespace}economy.cosmetics_changed`, {
      callback: (_, message) => {
        events.push(Event.decode(message.data));
      },
    });
    await nats.connection.flush();
    await harness.as('gateway').equipItem({ userId: ann, kind, itemId: 'lotus' });
    const changed = { $case: 'cosmeticsChanged', value: { userId: ann } };
    await vi.waitFor(() => expect(events).toMatchObject([{ aggregateId: ann, body: changed }]), 10_000);
  });
});
