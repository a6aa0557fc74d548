import { calls } from '@fifteen/contract';
import { createLog } from '@fifteen/runtime';
import { createApp } from '../../services/gateway/src/edge/app.ts';

type AppOptions = Parameters<typeof createApp>[0];

/** Only the routes are read; no request reaches a handler or a dependency of one. */
const neverCalled = {} as never;

/** A handler for every call of the contract: the gateway registers only calls that have one. */
const handlers: AppOptions['api']['handlers'] = Object.fromEntries(
  Object.entries(calls).map(([group, its]) => [
    group,
    Object.fromEntries(Object.keys(its).map((name) => [name, neverCalled])),
  ]),
);

/** Returns the document that the gateway serves at `/api/openapi.json`. */
export async function openApi(): Promise<object> {
  const app = await createApp({
    root: undefined,
    publicUrl: 'http://localhost:8080',
    hops: 0,
    sockets: { options: {}, register: () => undefined, drain: async () => undefined },
    drainMs: 0,
    api: {
      handlers,
      sessions: neverCalled,
      limits: neverCalled,
      idempotency: neverCalled,
      browser: neverCalled,
      publicOrigin: 'http://localhost:8080',
    },
    registerExtra: () => undefined,
    log: createLog('api-docs', 'silent'),
  });
  try {
    return app.swagger();
  } finally {
    await app.close();
  }
}
