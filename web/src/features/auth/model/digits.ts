import { CODE_LENGTH } from '@fifteen/contract/constants';
import { typedDigits } from '@/lib/digits.ts';

/** A mailed code as it is typed or pasted: Latin digits, nothing else, at most six. */
export const codeDigits = (text: string): string => typedDigits(text, CODE_LENGTH);
