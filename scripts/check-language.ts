import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findingsIn, type Finding } from './language/check.ts';
import { isException } from './language/exceptions.ts';
import { root } from './lib/root.ts';
import { textsOf } from './language/texts.ts';
import { readGlossary } from './language/words.ts';

// Searches the words that docs/glossary.md rejects. Fails if more than 2 % of the comments have one, or any other text.
const COMMENTS_MAX = 0.02;

const glossary = readGlossary();
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
const findings: (Finding & { file: string })[] = [];
let comments = 0;
for (const file of files) {
  if (file === '' || isException(file)) continue;
  for (const text of [{ kind: 'name' as const, line: 1, text: file }, ...textsOf(file, read(file))]) {
    if (text.kind === 'comment') comments += 1;
    findings.push(...findingsIn(text, glossary).map((finding) => ({ ...finding, file })));
  }
}
const inComments = findings.filter(({ kind }) => kind === 'comment');
const share = new Set(inComments.map(({ file, line }) => `${file}:${line}`)).size / comments;
const isFailed = share > COMMENTS_MAX || inComments.length < findings.length;
if (isFailed || process.argv.includes('--list'))
  for (const { file, line, kind, word, instead } of findings)
    console.log(`${file}:${line}: ${kind} "${word}": ${instead}`);
console.log(`${comments} comments, ${(share * 100).toFixed(1)} % with a rejected word (at most 2 %)`);
if (isFailed) process.exitCode = 1;

function read(file: string): string {
  try {
    return readFileSync(root + file, 'utf8');
  } catch {
    return '';
  }
}
