import { calls, ClientMessage, CLOSE, FRAME_MAX_BYTES, ServerMessage } from '@fifteen/contract';
import { version } from '@fifteen/runtime';
import { z } from 'zod';
import { closeReasons, requests, updates } from './messages.ts';

const DESCRIPTION = `The WebSocket of the web app, at \`/ws\`; the HTTP calls are in openapi.json.

**Handshake.** The upgrade needs the cookie of a session (401 without one) and, from a browser, the site's own \`Origin\`
(403 otherwise). 429 and 503 have \`Retry-After\`. The first frame is \`auth\` with the session's own user id and arrives
within 10 s; the reply is \`connected\`. Until then every other message gets \`error\` with the code UNAUTHORIZED.

**Frames.** A frame is a JSON object in a text frame of at most ${FRAME_MAX_BYTES} bytes. \`type\` names the message.
Unknown fields are ignored on both sides. Any client message may have a \`traceparent\` (W3C Trace Context). A frame
that fits no schema gets \`error\`. A binary frame closes the connection with 1003.

**State.** Each message that changes a game has the whole game with its \`version\`: keep the newest, drop older ones.
After a reconnect, send \`request_current_game_state\`. If the reply is an error, the state follows once the server has it.

Limits, error codes and replies: docs/api.md.`;

type Json = Record<string, unknown>;
type Direction = 'client' | 'server';
interface Frame extends z.core.$ZodType {
  readonly shape: { readonly type: { readonly value: string } };
}

/** Schema of create_room's data. The contract accepts any object there, which the room service then validates. */
const roomData = ClientMessage.options.flatMap(({ shape }) =>
  'roomData' in shape ? [shape.roomData] : [],
)[0];

/** Returns a schema as JSON Schema of draft 7, and the schemas that it refers to. */
function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): { own: Json; named: Json } {
  const {
    $schema: _,
    definitions = {},
    ...own
  } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => {
      if (zodSchema === roomData) Object.assign(made, jsonSchema(calls.rooms.create.body, io).own);
      // Clients must ignore unknown fields, so that fields can be added.
      if (made.additionalProperties === false) delete made.additionalProperties;
    },
  });
  return moved({ own: own as Json, named: definitions as Json });
}

/** Rewrites references to the components of the document. */
const moved = <T extends object>(schema: T): T =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/definitions/', '"#/components/schemas/')) as T;

const reference = (path: string) => ({ $ref: `#/${path}` });
/** Returns the name of a message. Both directions have messages of the same type. */
const nameOf = (direction: Direction, type: string) => `${direction}.${type}`;
const inChannel = (direction: Direction, type: string) =>
  reference(`channels/socket/messages/${nameOf(direction, type)}`);

const typesOf = <T extends string>(summaries: Readonly<Record<T, unknown>>) => Object.keys(summaries) as T[];

/** Describes the messages of one direction, and collects the schemas that they refer to. */
function messagesOf(direction: Direction, frames: readonly Frame[], summaryOf: (type: string) => string) {
  const io = direction === 'client' ? 'input' : 'output';
  const schemas: Json = {};
  const messages = frames.map((frame) => {
    const type = frame.shape.type.value;
    const { own, named } = jsonSchema(frame, io);
    Object.assign(schemas, named);
    return [nameOf(direction, type), { name: type, title: type, summary: summaryOf(type), payload: own }];
  });
  return { schemas, messages: Object.fromEntries(messages) as Json };
}

/**
 * Returns an operation for each message of a client, with its replies, and one for all messages that the server sends
 * by itself.
 */
function operations(): Json {
  const channel = reference('channels/socket');
  const received = typesOf(requests).map((type) => {
    const { summary, replies } = requests[type];
    const reply = { channel, messages: replies.map((name) => inChannel('server', name)) };
    const messages = [inChannel('client', type)];
    return [type, { action: 'receive', channel, summary, messages, ...(replies.length > 0 && { reply }) }];
  });
  const sent = typesOf(updates).map((type) => inChannel('server', type));
  const summary =
    'State updates and notifications; replies are among them, as all connections of a user get them';
  return { ...Object.fromEntries(received), updates: { action: 'send', channel, summary, messages: sent } };
}

/** Every close code, with its reason and the client's reaction. */
const closeCodes = typesOf(closeReasons).map((name) => ({
  code: CLOSE[name],
  name,
  description: closeReasons[name],
  reconnect: CLOSE[name] !== CLOSE.normal,
}));

const channel = (messages: readonly string[]) => ({
  address: '/ws',
  title: 'The socket of a signed-in user',
  messages: Object.fromEntries(messages.map((name) => [name, reference(`components/messages/${name}`)])),
  bindings: {
    ws: {
      method: 'GET',
      headers: {
        type: 'object',
        required: ['Cookie'],
        properties: {
          Cookie: { type: 'string', description: 'With the cookie of the session' },
          Origin: { type: 'string', description: 'The site’s own origin, when there is one' },
        },
      },
      bindingVersion: '0.1.0',
    },
  },
  'x-close-codes': closeCodes,
});

/** Returns the AsyncAPI document of `/ws`. */
export function asyncApi(): Json {
  const client = messagesOf('client', ClientMessage.options, (type) => requests[type as 'auth'].summary);
  const server = messagesOf('server', ServerMessage.options, (type) => updates[type as 'connected']);
  const messages = { ...client.messages, ...server.messages };
  const security = [reference('components/securitySchemes/session')];
  return {
    asyncapi: '3.0.0',
    info: { title: 'Fifteen: the socket', version, description: DESCRIPTION },
    defaultContentType: 'application/json',
    servers: {
      local: { host: 'localhost:8080', protocol: 'ws', description: '`make run`', security },
      production: {
        host: '{host}',
        protocol: 'wss',
        variables: { host: { description: 'The host of the site' } },
        security,
      },
    },
    channels: { socket: channel(Object.keys(messages)) },
    operations: operations(),
    components: {
      messages,
      schemas: { ...client.schemas, ...server.schemas },
      securitySchemes: {
        session: {
          type: 'httpApiKey',
          in: 'cookie',
          name: 'sid',
          description: 'Set by the sign-in calls; named `__Host-sid` on https.',
        },
      },
    },
  };
}
