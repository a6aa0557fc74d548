import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findingsIn, type Finding } from './language/check.ts';
import { isException, isExternalName, isProductText } from './language/exceptions.ts';
import { textsOf } from './language/texts.ts';
import { readGlossary } from './language/words.ts';
import { root } from './lib/root.ts';

// Searches the words that docs/glossary.md rejects, and fails on each.

const glossary = readGlossary();
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !isException(file) && existsSync(root + file));
const findings: (Finding & { file: string })[] = [];
let searched = 0;
for (const file of files) {
  const texts = [
    { kind: 'name' as const, line: 1, text: file },
    ...textsOf(file, readFileSync(root + file, 'utf8')),
  ].filter(({ kind, text }) => !isProductText(file, kind) && (kind !== 'name' || !isExternalName(text)));
  searched += texts.length;
  for (const text of texts)
    findings.push(...findingsIn(text, glossary).map((finding) => ({ ...finding, file })));
}

for (const { file, line, kind, word, replacement } of findings)
  console.log(`${file}:${line}: ${kind} "${word}": ${replacement}`);
if (findings.length > 0) process.exitCode = 1;
else console.log(`None of ${searched} names and texts has a word that the glossary rejects`);
