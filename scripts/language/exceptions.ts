/** Files whose words are not the project's own, or that quote rejected words. */
const EXCEPTIONS: readonly { path: RegExp; reason: string }[] = [
  { path: /^docs\/glossary\.md$/, reason: 'lists the rejected words' },
  { path: /^test\/language\.test\.ts$/, reason: 'tests the check with rejected words' },
  { path: /^proto\/gen\//, reason: 'generated' },
  { path: /^docs\/api\//, reason: 'generated' },
  { path: /^web\/src\/lib\/i18n\/locales\//, reason: 'texts of the product' },
  { path: /package-lock\.json$/, reason: 'generated' },
];

export const isException = (file: string): boolean => EXCEPTIONS.some(({ path }) => path.test(file));

/** Names of the public contract of `/api` and `/ws`, which clients use. */
const CONTRACT_NAMES: ReadonlySet<string> = new Set(['playAgain', 'PlayAgainRequest', 'PlayAgainResponse']);

export const isContractName = (file: string, name: string): boolean =>
  file.startsWith('packages/contract/') && CONTRACT_NAMES.has(name);
