/**
 * Returns a text in which the lines between the comments `generated: <name>` and `end of <name>` are these, indented as the
 * first comment is. Comments begin with `#` or `<!--`. Throws if the text has no such comments.
 */
export function withRegion(text: string, name: string, lines: readonly string[]): string {
  const comment = '^([ \\t]*)(?:#|<!--)';
  const region = new RegExp(
    `(${comment} generated: ${name}\\b.*\\n)[^]*?(${comment} end of ${name}\\b)`,
    'm',
  );
  if (!region.test(text)) throw new Error(`The region "${name}" is missing`);
  return text.replace(region, (_, begin: string, indent: string, end: string) => {
    const body = lines.map((line) => `${line ? indent : ''}${line}\n`);
    return `${begin}${body.join('')}${end}`;
  });
}

/** Returns a text in which each run of lines that match is replaced. Throws if no line matches. */
export function withLines(text: string, line: RegExp, lines: readonly string[]): string {
  const run = new RegExp(`(?:^${line.source}\\n)+`, 'gm');
  if (!run.test(text)) throw new Error(`No line matches ${line.source}`);
  return text.replace(run, () => lines.map((one) => `${one}\n`).join(''));
}

/** Returns the lines of a Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return ['', line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}
