import { describe, expect, test } from 'vitest';
import { rawResponse, useSharedStack } from '../harness.ts';

const stack = useSharedStack();

const HOST = 'Host: localhost\r\n';
const SMUGGLED = `GET /api/client-config HTTP/1.1\r\n${HOST}\r\n`;
const LENGTHS = [
  '0',
  '4',
  '+4',
  '4 ',
  '0x4',
  '4,4',
  '4, 5',
  '-1',
  '4.0',
  '00000000000000000004',
  '9'.repeat(25),
];
const ENCODINGS = [
  ...['chunked', 'Chunked', 'chunked ', '\tchunked', 'xchunked', 'chunked, identity', 'identity, chunked'],
  ...['gzip, chunked', 'chunked;q=1', '"chunked"', 'chu nked', '\vchunked', 'chunked, chunked', ''],
];
const CHUNKS = [
  ...[
    'g\r\n',
    '0x1\r\na\r\n0\r\n\r\n',
    '-1\r\n',
    '+1\r\na\r\n0\r\n\r\n',
    'FFFFFFFFFFFFFFFFF\r\n',
    '1\r\nab\r\n',
  ],
  ...[
    ' 1\r\na\r\n0\r\n\r\n',
    '1\na\n0\n\n',
    '1\r\na0\r\n\r\n',
    '\r\n1\r\na\r\n0\r\n\r\n',
    '1;\n\r\na\r\n0\r\n\r\n',
  ],
  ...['0\r\nX: a\0b\r\n\r\n', '0\r\nX y\r\n\r\n', '1,1\r\na\r\n0\r\n\r\n'],
];
const HEADERS = [
  ...[
    ' X: y',
    'X y',
    'X : y',
    ':y',
    'X\0: y',
    'X: a\0b',
    'X: a\rb',
    'X: a\r\n b',
    'X(: y',
    '\x7f: y',
    'é: y',
  ],
  ...['Content-Length: 4\r\nContent-Length: 4', 'Transfer-Encoding: chunked\r\nContent-Length: 0'],
];
const LINES = [
  ...['GET /api/health HTTP/9.9', 'GET /api/health HTTP/1.1 x', 'GET /api/ health HTTP/1.1'],
  ...[
    'G\0T /api/health HTTP/1.1',
    'get /api/health HTTP/1.1',
    'GET /api/health',
    'GET\t/api/health HTTP/1.1',
    '',
  ],
];

const post = (headers: string, body: string): string =>
  `POST /api/auth/forgot-password HTTP/1.1\r\n${HOST}${headers}\r\n${body}${SMUGGLED}`;

/** Returns the requests among which the product saw more than one, or one that it served, with the responses. */
async function smuggledAmong(requests: readonly string[]): Promise<string[]> {
  const outcomes = requests.map(async (bytes) => {
    const { text } = await rawResponse(stack().url, Buffer.from(bytes, 'latin1'));
    const statuses = text.match(/(?<=HTTP\/1\.1 )\d{3}/g) ?? [];
    const isRejected = statuses.length === 1 && /^4\d\d$/.test(statuses[0] ?? '');
    return isRejected
      ? []
      : [`${statuses.join(', ') || 'nothing'} to ${JSON.stringify(bytes.slice(0, 160))}`];
  });
  return (await Promise.all(outcomes)).flat();
}

describe('a request that a proxy could read in another way is rejected with all that follows it', () => {
  test.each(LENGTHS)('length %s beside every encoding', async (length) => {
    const requests = ENCODINGS.flatMap((encoding) => [
      post(`Content-Length: ${length}\r\nTransfer-Encoding: ${encoding}\r\n`, '0\r\n\r\n'),
      post(`Transfer-Encoding: ${encoding}\r\nContent-Length: ${length}\r\n`, '0\r\n\r\n'),
    ]);
    expect(await smuggledAmong(requests)).toEqual([]);
  });

  test('chunks that are none', async () => {
    expect(await smuggledAmong(CHUNKS.map((chunk) => post('Transfer-Encoding: chunked\r\n', chunk)))).toEqual(
      [],
    );
  });

  test('two hosts', async () => {
    for (const path of ['/api/health', '/', '/livez']) {
      const bytes = `GET ${path} HTTP/1.1\r\n${HOST}Host: other\r\nConnection: close\r\n\r\n`;
      expect((await rawResponse(stack().url, bytes)).text, path).toMatch(/^HTTP\/1\.1 400 /);
    }
  });

  test('headers and first lines that are none', async () => {
    const headers = HEADERS.map(
      (header) => `GET /api/health HTTP/1.1\r\n${HOST}${header}\r\n\r\n${SMUGGLED}`,
    );
    const first = LINES.map((line) => `${line}\r\n${HOST}\r\n${SMUGGLED}`);
    expect(await smuggledAmong([...headers, ...first])).toEqual([]);
  });
});
