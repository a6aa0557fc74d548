import { CODE_LENGTH } from '@fifteen/contract/constants';

/** Where the ten digits begin that our languages are typed with: Arabic-Indic, Persian, Devanagari, Bengali. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6];

/** A code as it is typed or pasted: digits of any of our languages, in Latin, nothing else, at most six. */
export function codeDigits(text: string): string {
  const latin = text.replace(/\p{Nd}/gu, (digit) => {
    const at = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((each) => at >= each && at <= each + 9);
    return zero === undefined ? digit : String(at - zero);
  });
  return latin.replace(/[^0-9]/g, '').slice(0, CODE_LENGTH);
}
