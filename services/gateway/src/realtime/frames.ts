import {
  ClientMessage,
  type ReceivedMessage,
  errorOfIssues,
  parseMoveFrame,
  RequestId,
  errorResponse,
  type ErrorBody,
} from '@fifteen/contract';

const TYPES = new Set(ClientMessage.options.map(({ shape }) => shape.type.value as string));

/** A parsed message, or the error of a frame that is none. */
export type Frame = ValidFrame | BadFrame;
/** A frame with a message. */
export interface ValidFrame {
  message: ReceivedMessage;
  traceparent?: string | undefined;
}
/** A frame that is no valid message. */
export interface BadFrame {
  error: ErrorBody;
  requestId?: string | undefined;
}

/** Reads a text frame. Moves, by far the most, do not pass through zod. */
export function parseFrame(text: string): Frame {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { error: errorResponse('INVALID_MESSAGE', { reason: 'not JSON' }).body };
  }
  const move = parseMoveFrame(value);
  if (move) return { message: move, traceparent: traceOf(value) };
  const { type, requestId } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  if (typeof type === 'string' && !TYPES.has(type)) return badFrame(requestId, 'UNKNOWN_MESSAGE');
  const parsed = ClientMessage.safeParse(value);
  if (parsed.success) return { message: parsed.data, traceparent: traceOf(value) };
  const { code, details } = errorOfIssues(parsed.error.issues, 'INVALID_MESSAGE');
  return badFrame(requestId, code, details);
}

/** Returns the error of an invalid frame, with its `requestId` if that is a valid one. */
function badFrame(requestId: unknown, ...error: Parameters<typeof errorResponse>): BadFrame {
  return { error: errorResponse(...error).body, requestId: RequestId.safeParse(requestId).data };
}

/** Returns the trace that the client names in any message. */
const traceOf = (value: unknown): string | undefined => {
  const { traceparent } = value as Record<string, unknown>;
  return typeof traceparent === 'string' ? traceparent : undefined;
};
