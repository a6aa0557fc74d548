import { uniqueId } from './uniqueId.ts';

/** Names the trace of one message (W3C), so that what the servers log and record of it can be found; not recorded here. */
export const traceparent = (): string => `00-${uniqueId()}-${uniqueId().slice(16)}-00`;
