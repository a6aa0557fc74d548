/** A WebSocket in the hands of a test: it opens, sends and breaks on command. */
export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  /** Every socket since `reset`, the newest last. */
  static all: FakeSocket[] = [];
  static reset(): void {
    FakeSocket.all = [];
  }
  static get last(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error('there is no connection');
    return socket;
  }

  readonly url: string;
  readyState = FakeSocket.CONNECTING;
  /** What went out, without the trace that each frame begins. */
  readonly sent: Record<string, unknown>[] = [];
  /** The traces of those frames. */
  readonly traces: unknown[] = [];
  /** The code it was closed with from this side. */
  closedWith: number | undefined;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    if (this.readyState !== FakeSocket.OPEN) throw new Error('not open');
    const { traceparent, ...frame } = JSON.parse(text) as Record<string, unknown>;
    this.sent.push(frame);
    this.traces.push(traceparent);
  }

  close(code = 1005): void {
    this.closedWith = code;
    this.readyState = FakeSocket.CLOSED;
  }

  /** The server lets it in. */
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  says(message: object | string): void {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }

  /** It breaks, or the server closes it. */
  breaks(code = 1006): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code });
  }

  /** Opens and is welcomed, as by a server that knows the session. */
  welcome(): void {
    this.open();
    this.says({ type: 'connected', userId: 'me', serverTime: Date.now() });
  }

  types(): unknown[] {
    return this.sent.map(({ type }) => type);
  }
}
