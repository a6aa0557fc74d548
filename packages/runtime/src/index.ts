export { AppError, isAppError, settingDetails, unavailable, type LimitSetting } from './app-error.ts';
export {
  address,
  baseConfig,
  isTracingEnabled,
  loadConfig,
  natsConfig,
  numeric,
  port,
  postgresConfig,
  redisConfig,
} from './config.ts';
export { startConsumer } from './consumer.ts';
export { type BatchHandler, type EventCase, type EventHandler } from './event-batch.ts';
export { failpoint } from './failpoint.ts';
export { Lifecycle } from './lifecycle.ts';
export { createLog, type Log } from './log.ts';
export { pollMetrics } from './metrics/poll.ts';
export { counter, gauge, histogram, observableCounter, timed } from './metrics/meter.ts';
export { timeCalled, timeServed } from './metrics/rpc.ts';
export { serveMetrics } from './metrics/serve.ts';
export { ensureStream, openNats, streamName, type Nats } from './nats.ts';
export { networkOf, type NetworkKind } from './network.ts';
export {
  encodeEvent,
  startOutboxPublisher,
  writeOutbox,
  type OutboxEvent,
  type ReplayableOutbox,
  type OutboxPublisher,
} from './outbox.ts';
export { openDatabase, sqlState, violatedConstraint, type Database, type Sql } from './postgres.ts';
export { createPusher, pushSubject, type PushBody, type Pusher } from './push.ts';
export { tokenHash } from './rpc/auth.ts';
export { deadlineFor, withoutCall, type Call } from './rpc/call.ts';
export { connectRpc, type RpcClient } from './rpc/client.ts';
export { methodPath } from './rpc/grpc-methods.ts';
export { parseRequest } from './rpc/parse-request.ts';
export { serveRpc } from './rpc/server.ts';
export { specified, type Specified } from './rpc/specified.ts';
export { type Calls, type Method, type Methods, type ServiceDescription } from './rpc/types.ts';
export { runService, type ProcessContext } from './run-service.ts';
export { assertSchema } from './schema.ts';
export { createServiceContext, type ServiceContext } from './service-context.ts';
export { messageAttributes, postgresAttributes, rpcAttributes } from './span-attributes.ts';
export { pause, startJob, type Job } from './job.ts';
export { retryDuringOutage } from './start-retries.ts';
export { beginSpan, rootSpan, span, spanIfTraced, traceFields, traceparent, withoutTrace } from './trace.ts';
export { version } from './version.ts';
