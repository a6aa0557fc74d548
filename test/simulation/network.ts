import { Metadata, status, type MethodDefinition, type ServiceError } from '@grpc/grpc-js';
import type { Calls, Methods, ServiceDescription } from '@fifteen/runtime';
import { createCalls } from '../../packages/runtime/src/rpc/calls.ts';
import { withCall } from '../../packages/runtime/src/rpc/call.ts';
import { grpcMethods } from '../../packages/runtime/src/rpc/grpc-methods.ts';
import { toStatus } from '../../packages/runtime/src/rpc/status.ts';
import { AppError, type Log } from '@fifteen/runtime';
import { clock } from './clock.ts';
import { Process } from './process.ts';
import { observeReply } from './situations.ts';
import type { World } from './world.ts';

type Handler = (request: unknown, call: { caller: string; deadline: number }) => Promise<unknown>;

type Method = MethodDefinition<unknown, unknown>;
type Reply = (error: Partial<ServiceError> | null, response?: Buffer) => void;

/** How often the messages of a method are slow, or arrive twice: more often where players may leave meanwhile. */
const USUAL = { slow: 0.015, twice: 0.01 };
const RATES: Readonly<Record<string, typeof USUAL>> = {
  '/fifteen.room.v1.RoomService/CreateMatch': { ...USUAL, slow: 0.2 },
  '/fifteen.matchmaking.v1.MatchmakingService/Join': { ...USUAL, twice: 0.1 },
};

/** A request on its way. */
interface Request {
  method: Method;
  bytes: Buffer;
  deadline: number;
}

/** A replica that serves RPCs. */
interface Server {
  process: Process;
  handlers: ReadonlyMap<string, Handler>;
}

/** Calls between processes: late, lost on the way there or back, delivered twice, and cut off between two services. */
export class Network {
  readonly #world: World;
  readonly #servers = new Map<string, Server[]>();
  /** Until when no call goes from one service to another, in milliseconds of the run. */
  readonly #partitions = new Map<string, number>();
  #turn = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Serves the unary methods of a service in a process until it crashes, which it may have done as it started. */
  serve<S extends ServiceDescription, Context extends { log: Log }>(
    process: Process,
    service: S,
    methods: Methods<S, Context>,
    context: Context,
  ): void {
    if (!process.isAlive) return;
    const handlers = new Map<string, Handler>();
    for (const [name, method] of Object.entries(grpcMethods(service))) {
      const { callers, handle } = methods[name as keyof S['methods'] & string];
      if (method.requestStream) continue;
      handlers.set(method.path, (request, call) => {
        if (!callers.includes(call.caller)) throw new AppError('FORBIDDEN');
        return withCall(call, () =>
          (handle as (...values: unknown[]) => Promise<unknown>)(context, request, call),
        );
      });
    }
    const server = { process, handlers };
    const servers = this.#servers.get(process.service) ?? [];
    this.#servers.set(process.service, [...servers, server]);
    process.onCrash(() => {
      const others = this.#servers.get(process.service)?.filter((other) => other !== server) ?? [];
      this.#servers.set(process.service, others);
    });
  }

  /** Returns the calls of a service for a process, which go to its replicas in turn. */
  connect<S extends ServiceDescription>(from: Process, to: string, service: S): Calls<S> {
    return createCalls(to, service, (method, request, deadline) => {
      from.assertAlive();
      return this.#call(from, to, method, request, deadline);
    });
  }

  /** Cuts all calls from one service to another for a while, also the requests and replies on their way. */
  partition(from: string, to: string, ms: number): void {
    const route = `${from}→${to}`;
    this.#partitions.set(route, Math.max(this.#partitions.get(route) ?? 0, clock.elapsed + ms));
  }

  /** Whether calls from one service reach another. Those of players lead through a gateway. */
  isConnected(from: string, to: string): boolean {
    const hops =
      from === 'player' && to !== 'gateway' ? ['player→gateway', `gateway→${to}`] : [`${from}→${to}`];
    return hops.every((hop) => (this.#partitions.get(hop) ?? 0) <= clock.elapsed);
  }

  /** Whether any replica of a service serves calls. */
  isServed(service: string): boolean {
    return (this.#servers.get(service) ?? []).length > 0;
  }

  #call(from: Process, to: string, method: Method, request: unknown, deadline: number): Promise<unknown> {
    const { faults, noise } = this.#world;
    const bytes = method.requestSerialize(request);
    const { slow, twice } = RATES[method.path] ?? USUAL;
    const delay = (): number => noise.between(0.3, 5) * (faults.happens('slow message', slow) ? 500 : 1);
    return new Promise((resolve, reject) => {
      let forgetDeadline = (): void => undefined;
      const end = (settle: () => void): void => {
        forgetDeadline();
        settle();
      };
      const failIn = (ms: number, code: status): void =>
        void from.run(() => clock.after(ms, () => end(() => reject(serviceError({ code })))));
      from.run(() => {
        const fail = (): void => reject(serviceError({ code: status.DEADLINE_EXCEEDED }));
        forgetDeadline = clock.after(deadline - clock.now, fail);
      });
      /** A connection that broke is noticed, or the caller waits for its deadline. */
      const lose = (): void => (noise.next() < 0.7 ? failIn(delay(), status.UNAVAILABLE) : undefined);
      const servers = this.#servers.get(to) ?? [];
      const server = servers[(this.#turn += 1) % Math.max(1, servers.length)];
      if (!server || !this.isConnected(from.service, to)) return failIn(10, status.UNAVAILABLE);
      if (faults.happens('lost request', 0.01)) return lose();
      const forget = server.process.onCrash(() => failIn(5, status.UNAVAILABLE));
      const answer: Reply = (error, response) => {
        forget();
        if (faults.happens('lost reply', 0.01)) return lose();
        const settle = (): void => {
          const received = response && method.responseDeserialize(response);
          const { path } = method;
          // Later, the caller knows no more than that its deadline passed.
          if (clock.now < deadline)
            observeReply(this.#world, { path, request, response: received, code: error?.details });
          if (error) reject(serviceError(error));
          else resolve(received);
        };
        const receive = (): void => {
          if (this.isConnected(from.service, to)) return end(settle);
          this.#world.saw('reply lost in a partition');
          lose();
        };
        from.run(() => clock.after(delay(), receive));
      };
      const deliverIn = (ms: number, reply: Reply): void =>
        void clock.after(ms, () =>
          this.isConnected(from.service, to)
            ? this.#serve(server, from, { method, bytes, deadline }, reply)
            : lose(),
        );
      Process.outside(() => {
        deliverIn(delay(), answer);
        if (faults.happens('duplicate request', twice)) deliverIn(delay() * 40, () => undefined);
      });
    });
  }

  #serve(
    { process, handlers }: Server,
    from: Process,
    { method, bytes, deadline }: Request,
    reply: Reply,
  ): void {
    const caller = from.service === 'player' ? 'gateway' : from.service;
    const work = async (): Promise<void> => {
      try {
        const handler = handlers.get(method.path);
        if (!handler) throw new Error(`no handler for ${method.path}`);
        const request = method.requestDeserialize(bytes);
        const response = await handler(request, { caller, deadline });
        this.#world.outages.observe(method.path, request);
        if (process.isAlive) reply(null, method.responseSerialize(response));
      } catch (error) {
        if (!process.isAlive) return;
        if (!(error instanceof AppError)) this.#world.defect(`${method.path} failed`, error);
        reply(toStatus(error));
      }
    };
    process.run(() => void work());
  }
}

const serviceError = (from: Partial<ServiceError>): ServiceError =>
  Object.assign(new Error('call failed'), { details: '', metadata: new Metadata() }, from) as ServiceError;
