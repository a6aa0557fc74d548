import { connect } from 'node:http2';

/**
 * Checks the service in the same container by gRPC's health protocol; the exit code is the result. It runs every few
 * seconds beside each replica, so it depends on Node only: loading the gRPC library takes longer than the whole check.
 */
const TIMEOUT_MS = 2_000;
/** Five bytes before each message: compressed or not, and its length. The request is an empty message. */
const CHECK = Buffer.alloc(5);
/** The response `{ status: SERVING }`. */
const SERVING = Buffer.from([0, 0, 0, 0, 2, 0x08, 0x01]);

const unhealthy = (): never => process.exit(1);
setTimeout(unhealthy, TIMEOUT_MS);
const session = connect(`http://127.0.0.1:${process.env['GRPC_PORT'] ?? '50051'}`).on('error', unhealthy);
const call = session.request({
  ':method': 'POST',
  ':path': '/grpc.health.v1.Health/Check',
  'content-type': 'application/grpc',
  te: 'trailers',
});
call.on('error', unhealthy).end(CHECK);
const answer = Buffer.concat((await call.toArray()) as Buffer[]);
process.exit(answer.equals(SERVING) ? 0 : 1);
