import type { User } from '@fifteen/contract';
import { Random } from '@fifteen/testkit';
import { Player } from '@fifteen/testkit/player';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Bot } from '../scripts/nemesis/bot.ts';
import { History } from '../scripts/nemesis/history.ts';

/** Returns a bot of a gateway that responds in this way. */
async function botOf(respond: RequestListener): Promise<Bot> {
  const gateway = createServer(respond).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  onTestFinished(() => {
    gateway.closeAllConnections();
    gateway.close();
  });
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const player = new Player(url);
  vi.spyOn(player, 'user', 'get').mockReturnValue({ id: 'ann' } as User);
  return new Bot(player, [url], new Random(1), new History('/dev/null'));
}

test('an error that the contract does not list is recorded at once', async () => {
  const bot = await botOf((_, response) => response.writeHead(409).end('{"code":"OUT_OF_TEA"}'));
  const result = await bot.request((signal) => bot.player.api.emojis.list({ signal }));
  expect(result).toEqual({ outcome: 'unknown' });
  expect(bot.history.entries).toMatchObject([
    { user: 'ann', kind: 'unlisted', text: 'the contract does not list OUT_OF_TEA for GET /api/emojis' },
  ]);
}, 5_000);

test('a request without a response takes no longer than its caller allows', async () => {
  const bot = await botOf(() => undefined);
  const result = await bot.request((signal) => bot.player.api.emojis.list({ signal }), 500);
  expect(result).toEqual({ outcome: 'unknown' });
}, 3_000);
