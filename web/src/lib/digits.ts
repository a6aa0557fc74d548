/**
 * Code points of the digit zero in the scripts of the supported languages: Arabic-Indic, Persian, Devanagari, Bengali.
 */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6];

/** Converts the digits of all supported languages to Latin ones. */
export const latinDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const at = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((each) => at >= each && at <= each + 9);
    return zero === undefined ? digit : String(at - zero);
  });

/** Returns the digits of a typed or pasted text in Latin, at most `max`. */
export const typedDigits = (text: string, max: number): string =>
  latinDigits(text)
    .replace(/[^0-9]/g, '')
    .slice(0, max);
