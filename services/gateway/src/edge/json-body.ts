import { AppError } from '@fifteen/runtime';

/** Maximum depth of a body. No call needs more than three. */
const MAX_DEPTH = 8;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const invalid = (why: string): AppError => new AppError('INVALID_REQUEST', { reason: why });

/**
 * Reads a JSON body strictly (docs/spec/guarantees.md#guarantees-11): UTF-8 without a byte order mark, at most 8 deep,
 * no key twice and no `__proto__`, only numbers that JavaScript holds exactly, no text with NUL or half a surrogate
 * pair.
 * @throws INVALID_REQUEST
 */
export function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const text = decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('The body is not JSON');
  }
  // What JSON.parse has merged is found by counting: every member of the text has a colon outside of its strings.
  if (check(value, 1) !== membersIn(text)) throw invalid('The body has a key twice');
  return value;
}

function decode(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw invalid('The body is not UTF-8');
  }
}

/** Throws for values that are not allowed; returns the total number of members. */
function check(value: unknown, depth: number): number {
  if (typeof value === 'string') checkText(value);
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw invalid('A number is no safe integer');
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > MAX_DEPTH) throw invalid('The body is nested too deep');
  let members = 0;
  if (Array.isArray(value)) {
    for (const item of value) members += check(item, depth + 1);
    return members;
  }
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') throw invalid('The body has a forbidden key');
    checkText(key);
    members += 1 + check(item, depth + 1);
  }
  return members;
}

function checkText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) throw invalid('A text has characters that cannot be kept');
}

function membersIn(json: string): number {
  let members = 0;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (inText && character === '\\') at += 1;
    else if (character === '"') inText = !inText;
    else if (character === ':' && !inText) members += 1;
  }
  return members;
}
