/**
 * Isolates words from a text that runs from right to left: Latin words would draw the punctuation and figures beside
 * them into their own direction. Figures alone follow the page.
 */
export function isolate(text: string): string {
  const isIsolated = document.documentElement.dir === 'rtl' && /\p{L}/u.test(text);
  return isIsolated ? `\u2068${text}\u2069` : text;
}
