import { check, sleep } from 'k6';
import grpc from 'k6/net/grpc';
import { errors } from './metrics.ts';

const client = new grpc.Client();
// k6 resolves this path from the scenario's folder.
client.load(['../../proto'], 'fifteen/economy/v1/economy.proto');

/** Attempts of a call to an economy that restarts, and the pause between two. A reference is credited once. */
const TRIES = 10;
const RETRY_SECONDS = 1;

/**
 * Credits purchased coins with the operators' credentials: games for coins need players who own some.
 * ECONOMY_ADDR is the economy's `host:port`, RPC_TOKEN the operators' secret.
 */
export function topUp(userId: string, amount: number): void {
  const [address, token] = [__ENV['ECONOMY_ADDR'], __ENV['RPC_TOKEN']];
  if (!address || !token)
    throw new Error('Games for coins need ECONOMY_ADDR and RPC_TOKEN (see docs/load-tests.md)');
  let credited = callTopUp(address, token, userId, amount);
  for (let tries = 1; !credited && tries < TRIES; tries += 1) {
    sleep(RETRY_SECONDS);
    credited = callTopUp(address, token, userId, amount);
  }
  errors.add(!check(credited, { 'coins are credited': Boolean }));
}

function callTopUp(address: string, token: string, userId: string, amount: number): boolean {
  try {
    client.connect(address, { plaintext: true, timeout: '2s' });
    const response = client.invoke(
      'fifteen.economy.v1.EconomyService/TopUp',
      { user_id: userId, amount: String(amount), reference: `load-${userId}` },
      { metadata: { 'x-token': token } },
    );
    return response.status === grpc.StatusOK;
  } catch {
    return false;
  } finally {
    client.close();
  }
}
