import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** Opcodes of RFC 6455. */
export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

interface FrameOptions {
  opcode?: number;
  fin?: boolean;
  /** The three reserved bits. */
  rsv?: number;
  isMasked?: boolean;
  /** Length field in 16 or 64 bits, though fewer would do. */
  lengthBytes?: 2 | 8;
  /** The length that the frame claims. */
  length?: number;
}

/** Returns the bytes of a frame, valid or not. */
export function frame(payload: string | Buffer, options: FrameOptions = {}): Buffer {
  const { opcode = OPCODE.text, fin = true, rsv = 0, isMasked = true } = options;
  const data = Buffer.from(payload);
  const length = options.length ?? data.length;
  const wide = options.lengthBytes ?? (length < 126 ? 0 : length < 65_536 ? 2 : 8);
  const head = Buffer.alloc(2 + wide);
  head[0] = (fin ? 0x80 : 0) | (rsv << 4) | opcode;
  head[1] = (isMasked ? 0x80 : 0) | (wide === 0 ? length : wide === 2 ? 126 : 127);
  if (wide === 2) head.writeUInt16BE(length, 2);
  if (wide === 8) head.writeBigUInt64BE(BigInt(length), 2);
  if (!isMasked) return Buffer.concat([head, data]);
  const mask = randomBytes(4);
  const masked = Buffer.from(data.map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
  return Buffer.concat([head, mask, masked]);
}

/** Returns the payload of a close frame. */
export const closePayload = (code: number, reason: string | Buffer = ''): Buffer => {
  const head = Buffer.alloc(2);
  head.writeUInt16BE(code);
  return Buffer.concat([head, Buffer.from(reason)]);
};

interface Received {
  opcode: number;
  payload: Buffer;
}

/** A WebSocket client that sends any bytes, and reads the server's frames. */
export class RawSocket {
  readonly received: Received[] = [];
  /** Whether the TCP connection has ended. */
  isClosed = false;
  readonly #socket: Socket;
  #unread = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (data: Buffer) => this.#read(data));
    socket.on('error', () => undefined);
    socket.on('close', () => (this.isClosed = true));
  }

  /** Opens `/ws` with a session. With `allowHalfOpen` it goes on after the server has ended its side. */
  static async open(url: string, cookie: string, { allowHalfOpen = false } = {}): Promise<RawSocket> {
    const { port, hostname } = new URL(url);
    const socket = connect({ port: Number(port), host: hostname, noDelay: true, allowHalfOpen });
    const key = randomBytes(16).toString('base64');
    socket.write(
      `GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\nCookie: ${cookie}\r\n\r\n`,
    );
    const head = await new Promise<Buffer>((resolve, reject) => {
      let data = Buffer.alloc(0);
      const read = (more: Buffer): void => {
        data = Buffer.concat([data, more]);
        if (!data.includes('\r\n\r\n')) return;
        socket.off('data', read);
        resolve(data);
      };
      socket.on('data', read);
      socket.once('error', reject);
    });
    const text = head.toString('latin1');
    if (!text.startsWith('HTTP/1.1 101')) throw new Error(text.slice(0, 200));
    const raw = new RawSocket(socket);
    raw.#read(head.subarray(text.indexOf('\r\n\r\n') + 4));
    return raw;
  }

  send(...frames: Buffer[]): void {
    this.#socket.write(Buffer.concat(frames));
  }

  /** Sends each byte by itself. */
  async sendSlowly(bytes: Buffer): Promise<void> {
    for (const byte of bytes) {
      this.#socket.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Messages of the server, parsed. */
  get messages(): { type: string; timestamp?: number; code?: string }[] {
    return this.received
      .filter(({ opcode }) => opcode === OPCODE.text)
      .map(({ payload }) => JSON.parse(payload.toString()) as { type: string });
  }

  /** Code of the server's close frame; 1005 for one without, undefined before any. */
  get closeCode(): number | undefined {
    const close = this.received.find(({ opcode }) => opcode === OPCODE.close);
    return close && (close.payload.length >= 2 ? close.payload.readUInt16BE() : 1005);
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #read(data: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, data]);
    for (;;) {
      const [first, second] = this.#unread;
      if (first === undefined || second === undefined) return;
      const wide = second === 126 ? 2 : second === 127 ? 8 : 0;
      if (this.#unread.length < 2 + wide) return;
      const length =
        wide === 0
          ? second
          : wide === 2
            ? this.#unread.readUInt16BE(2)
            : Number(this.#unread.readBigUInt64BE(2));
      if (this.#unread.length < 2 + wide + length) return;
      const payload = this.#unread.subarray(2 + wide, 2 + wide + length);
      this.received.push({ opcode: first & 15, payload });
      this.#unread = this.#unread.subarray(2 + wide + length);
    }
  }
}
