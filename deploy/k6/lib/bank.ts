import { check } from 'k6';
import grpc from 'k6/net/grpc';

const client = new grpc.Client();
// Seen from the scenario, as k6 has it.
client.load(['../../proto'], 'economy.proto');

/**
 * Credits coins that were bought outside, by the operators' door: games for coins need players who own some.
 * ECONOMY_ADDR is the economy's `host:port`, RPC_TOKEN the operators' secret.
 */
export function topUp(userId: string, amount: number): void {
  const [address, token] = [__ENV['ECONOMY_ADDR'], __ENV['RPC_TOKEN']];
  if (!address || !token) throw new Error('Games for coins need ECONOMY_ADDR and RPC_TOKEN (see the README)');
  client.connect(address, { plaintext: true });
  const answer = client.invoke(
    'fifteen.economy.Economy/TopUp',
    { user_id: userId, amount: String(amount), reference: `load-${userId}` },
    { metadata: { 'x-token': token } },
  );
  client.close();
  check(answer, { 'coins are credited': ({ status }) => status === grpc.StatusOK });
}
