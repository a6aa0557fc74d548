import { toUserId } from '@fifteen/domain';
import { expect, test } from 'vitest';
import { RequestsInOrder } from '../src/matchmaking/requests-in-order.ts';

const [ann, bob] = [toUserId('ann'), toUserId('bob')];

test('requests of a user are rejected while ten are pending, and those of another user are not', async () => {
  const requests = new RequestsInOrder();
  const sent: string[] = [];
  let respond: () => void = () => undefined;
  const first = requests.send(ann, () => new Promise<void>((resolve) => (respond = resolve)));
  const others = Array.from({ length: 9 }, (_, index) =>
    requests.send(ann, async () => void sent.push(`ann ${index}`)),
  );
  const rejected = requests.send(ann, async () => void sent.push('too many'));
  await expect(rejected).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', details: { retryAfter: 5 } });
  await requests.send(bob, async () => void sent.push('bob'));
  expect(sent).toEqual(['bob']);
  respond();
  await Promise.all([first, ...others]);
  await requests.send(ann, async () => void sent.push('ann 9'));
  expect(sent).toEqual(['bob', ...Array.from({ length: 10 }, (_, index) => `ann ${index}`)]);
});
