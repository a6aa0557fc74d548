import type { CallOutput, Calls } from '@fifteen/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Caller } from '../auth/sessions.ts';

type Parsed<C, Part extends string> =
  C extends Record<Part, infer S extends z.core.$ZodType> ? z.output<S> : undefined;

/** A valid request with the caller of its session. */
export interface ApiRequest<C> {
  params: Parsed<C, 'params'>;
  query: Parsed<C, 'query'>;
  body: Parsed<C, 'body'>;
  /** Missing only where the call needs no session. */
  caller: C extends { session: true } ? Caller : Caller | undefined;
  ip: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Handler<C> = (incoming: ApiRequest<C>) => Promise<CallOutput<C>>;

/** A handler for every call of a group, under the same names as in the contract. */
export type RouteHandlers<G extends keyof Calls, Without extends string = never> = {
  [N in Exclude<keyof Calls[G], Without>]: Handler<Calls[G][N]>;
};

/** A handler for every call of the contract, by group and name. */
export type ApiRoutes = { [G in keyof Calls]: RouteHandlers<G> };
