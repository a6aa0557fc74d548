import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findingsIn, type Finding } from './language/check.ts';
import { isException, isGivenName, isProductText } from './language/exceptions.ts';
import { textsOf } from './language/texts.ts';
import { readGlossary } from './language/words.ts';
import { root } from './lib/root.ts';

// Searches the words that docs/glossary.md rejects. Comments may have a few, all other texts none. `--list` prints them.

/** The share of comments that may have a rejected word. */
const COMMENTS_MAX = 0.02;

const glossary = readGlossary();
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !isException(file) && existsSync(root + file));
const findings: (Finding & { file: string })[] = [];
let comments = 0;
for (const file of files) {
  const texts = [
    { kind: 'name' as const, line: 1, text: file },
    ...textsOf(file, readFileSync(root + file, 'utf8')),
  ].filter(({ kind, text }) => !isProductText(file, kind) && (kind !== 'name' || !isGivenName(text)));
  comments += texts.filter(({ kind }) => kind === 'comment').length;
  for (const text of texts)
    findings.push(...findingsIn(text, glossary).map((finding) => ({ ...finding, file })));
}

const inComments = findings.filter(({ kind }) => kind === 'comment');
const share = new Set(inComments.map(({ file, line }) => `${file}:${line}`)).size / comments;
const elsewhere = findings.length - inComments.length;
const exceeded =
  elsewhere > 0 ? [`${elsewhere} rejected words in names, titles, headings, documents and log messages`] : [];
if (share > COMMENTS_MAX)
  exceeded.push(
    `comment: ${(share * 100).toFixed(1)} % have a rejected word, at most ${COMMENTS_MAX * 100} %`,
  );
if (exceeded.length > 0 || process.argv.includes('--list'))
  for (const { file, line, kind, word, instead } of findings)
    console.log(`${file}:${line}: ${kind} "${word}": ${instead}`);
for (const line of exceeded) console.error(line);
if (exceeded.length > 0) process.exitCode = 1;
else
  console.log(`${(share * 100).toFixed(1)} % of ${comments} comments have a word that the glossary rejects`);
