import type { CallInput, CallOutput, Calls } from './http/index.ts';
import { routes, type Route } from './routes.ts';

/** What a transport (fetch in a browser, a test's own) gets to send. */
export interface ApiRequest extends ApiOptions {
  method: Route['method'];
  /** Path and query, ready to be sent. */
  url: string;
  /** To be sent as JSON; undefined for none. */
  body?: unknown;
}

/** What a caller may say beside the call's own input. */
export interface ApiOptions {
  signal?: AbortSignal;
  /** Header `Idempotency-Key`: one per act of the person, kept over retries. */
  idempotencyKey?: string;
  /** Gets the headers of a successful response, such as the cursor of a list's next page. */
  onHeaders?: (headers: Headers) => void;
}

/** Sends a request. Returns the parsed JSON of a 2xx response, undefined without a body; throws for all others. */
export type Transport = (request: ApiRequest) => Promise<unknown>;

type Caller<C> =
  object extends CallInput<C>
    ? (input?: CallInput<C> & ApiOptions) => Promise<CallOutput<C>>
    : (input: CallInput<C> & ApiOptions) => Promise<CallOutput<C>>;

/** A function for every call, under the same names as in `calls`: `api.games.move({ params: { id }, body: { position } })`. */
export type Api = { [Group in keyof Calls]: { [Name in keyof Calls[Group]]: Caller<Calls[Group][Name]> } };

interface Input extends ApiOptions {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
}

function urlOf(path: string, { params = {}, query = {} }: Input): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** The typed client of `/api`. It trusts the server's answers; errors are the transport's to make. */
export function createApi(transport: Transport): Api {
  const caller =
    ({ method, path }: Route) =>
    ({ body, signal, idempotencyKey, onHeaders, ...input }: Input = {}) =>
      transport({ method, url: urlOf(path, input), body, signal, idempotencyKey, onHeaders });
  const groups = Object.entries(routes).map(([group, its]) => [
    group,
    Object.fromEntries(Object.entries<Route>(its).map(([name, route]) => [name, caller(route)])),
  ]);
  return Object.fromEntries(groups) as Api;
}
