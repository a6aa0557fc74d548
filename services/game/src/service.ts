import { GameServiceDefinition } from '@fifteen/proto/game';
import { serveRpc, type ProcessContext } from '@fifteen/runtime';
import type { GameConfig } from './config.ts';
import { createContext } from './context.ts';
import { startJobs } from './jobs/index.ts';
import { startMetrics } from './metrics.ts';
import { methods } from './rpc/index.ts';
import { finishEndedGames } from './workflows/finish-game.ts';

/**
 * Starts the game service. Returns the port on which it serves RPCs. The order matters for the shutdown, which runs in
 * reverse: the streams of moves end before the RPC server, then jobs and payouts.
 */
export async function startGameService(
  config: GameConfig,
  processContext: ProcessContext,
): Promise<{ port: number }> {
  const context = await createContext(config, processContext);
  const { lifecycle, outbox, playStreams } = context;
  finishEndedGames(context);
  await startJobs(context);
  startMetrics(context);
  const port = await serveRpc(
    { name: 'game', service: GameServiceDefinition, methods, config, outbox },
    context,
  );
  lifecycle.onStop('streams of moves', () => playStreams.stop());
  return { port };
}
