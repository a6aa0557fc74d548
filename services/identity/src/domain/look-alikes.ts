/**
 * Letters of other scripts that look like Latin ones: those of the confusables of Unicode's UTS #39 that a reader of a
 * player list would mistake. There are two tables, because upper and lower case can look like different letters: Ν like N,
 * ν like v.
 */
const UPPER = table(
  ['АΑꭺᎪ', 'a'],
  ['ВΒᏴ', 'b'],
  ['СϹᏟ', 'c'],
  ['Ꭰ', 'd'],
  ['ЕΕᎬ', 'e'],
  ['ᏀԌ', 'g'],
  ['НΗᎻ', 'h'],
  ['ЈͿᎫ', 'j'],
  ['КΚᏦ', 'k'],
  ['IІΙӀᏞ|', 'l'],
  ['МΜᎷ', 'm'],
  ['Ν', 'n'],
  ['ОΟՕ', 'o'],
  ['РΡᏢ', 'p'],
  ['Ԛ', 'q'],
  ['Ꭱ', 'r'],
  ['ЅՏᏚ', 's'],
  ['ТΤᎢ', 't'],
  ['Ս', 'u'],
  ['ѴᏙ', 'v'],
  ['ԜᎳ', 'w'],
  ['ХΧ', 'x'],
  ['УҮΥ', 'y'],
  ['ΖᏃ', 'z'],
);

const LOWER = table(
  ['аαɑᴀ', 'a'],
  ['вβьʙ', 'b'],
  ['сϲᴄ', 'c'],
  ['ԁᴅ', 'd'],
  ['еεᴇ', 'e'],
  ['ɡցɢ', 'g'],
  ['нһհʜ', 'h'],
  ['іιıɩɪ', 'i'],
  ['јϳᴊ', 'j'],
  ['кκĸᴋ', 'k'],
  ['1ӏʟ', 'l'],
  ['мᴍ', 'm'],
  ['пηոɴ', 'n'],
  ['0оοσօᴏ', 'o'],
  ['рρᴘ', 'p'],
  ['ԛզ', 'q'],
  ['гʀ', 'r'],
  ['ѕꜱ', 's'],
  ['тτᴛ', 't'],
  ['υսᴜ', 'u'],
  ['ѵνʋᴠ', 'v'],
  ['ԝωᴡ', 'w'],
  ['хχ', 'x'],
  ['уүγʏ', 'y'],
  ['ᴢ', 'z'],
  ['з', '3'],
  ['–—‐‑‒−', '-'],
  ['’‘ʼ`´', "'"],
);

/**
 * Folds case and compatibility forms (full-width, mathematical and circled letters). `fold_name` in SQL, which registrations
 * are compared by, only lowers the case: names that it equates are equal here, but `Straße` and `STRASSE`, which are equal
 * here, differ there. Registrations share no such name.
 */
export function fold(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase();
  return lower.replaceAll('ς', 'σ').normalize('NFKC').trim();
}

/** Returns a text with each look-alike letter replaced, so that texts that look the same are equal. */
export function skeleton(text: string): string {
  const upper = replace(text.normalize('NFKC'), UPPER);
  return replace(fold(upper), LOWER).replaceAll('rn', 'm').replaceAll('vv', 'w').replace(/ +/g, ' ');
}

function table(...rows: [string, string][]): ReadonlyMap<string, string> {
  return new Map(rows.flatMap(([letters, latin]) => [...letters].map((letter) => [letter, latin] as const)));
}

const replace = (text: string, by: ReadonlyMap<string, string>): string =>
  [...text].map((letter) => by.get(letter) ?? letter).join('');
