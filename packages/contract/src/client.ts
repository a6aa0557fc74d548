import type { CallInput, CallOutput, Calls } from './http/index.ts';
import { routes, type Route } from './routes.ts';

/** A request for the transport: `fetch` in a browser, or a test's own. */
export interface ApiRequest extends ApiOptions {
  method: Route['method'];
  /** Path and query, encoded. */
  url: string;
  /** Sent as JSON; undefined for no body. */
  body?: unknown;
}

/** Options beside the input of a call. */
export interface ApiOptions {
  /** Gives the call up: the transport aborts its request, or only repeats it no more. */
  signal?: AbortSignal;
  /** Header `Idempotency-Key`: one for each action of the user, the same over its retries. */
  idempotencyKey?: string;
  /** Receives the headers of a successful response, such as the cursor of the next page. */
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

/** Returns the typed client of `/api`. It does not validate responses, and leaves errors to the transport. */
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
