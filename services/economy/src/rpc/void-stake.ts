import type { VoidStakeResponse, VoidStakeRequest } from '@fifteen/proto/economy';
import { parseRequest } from '@fifteen/runtime';
import { z } from 'zod';
import { transact, type LedgerContext } from '../db/ledger.ts';
import { stakeCommand } from '../db/stakes.ts';
import { anyGameId } from '../domain/requests.ts';

const schema = z.object({ gameId: anyGameId });

/** Cancels the stake of a game that never started. Returns the stake as it is when it is held already. */
export async function voidStake(
  context: LedgerContext,
  request: VoidStakeRequest,
): Promise<VoidStakeResponse> {
  const { gameId } = parseRequest(schema, request);
  const command = stakeCommand(gameId, 'void_stake($1)', [gameId]);
  return { stake: await transact(context, 'void-stake', command) };
}
