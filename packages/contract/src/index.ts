export * from './constants.ts';
export * from './error-body.ts';
export { catalogueError } from './errors.ts';
export * from './http/index.ts';
export * from './objects/index.ts';
export { type Mark, type ParticipantRole, RequestId } from './scalars.ts';
export * from './socket-client.ts';
export * from './socket-server.ts';
