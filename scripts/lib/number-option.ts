/**
 * Returns the number of a command's option, which is `least` or more.
 * @throws Error that names the option
 */
export function numberOption(name: string, text: string, least = 0): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value >= least) return value;
  throw new Error(`--${name} must be a number of ${least} or more`);
}

/**
 * Returns the whole number of a command's option, which is `least` or more.
 * @throws Error that names the option
 */
export function countOption(name: string, text: string, least = 0): number {
  const value = numberOption(name, text, least);
  if (Number.isInteger(value)) return value;
  throw new Error(`--${name} must be a whole number`);
}
