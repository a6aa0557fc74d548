import type { Kind } from './texts.ts';

/** Files whose words are not those of the project, or that quote rejected words. */
const EXCEPTIONS: readonly { path: RegExp; reason: string }[] = [
  { path: /^docs\/glossary\.md$/, reason: 'lists the rejected words' },
  { path: /^test\/language\.test\.ts$/, reason: 'tests the check with rejected words' },
  { path: /^proto\/gen\//, reason: 'generated' },
  { path: /^web\/src\/lib\/i18n\/locales\//, reason: 'texts of the product' },
  { path: /package-lock\.json$/, reason: 'generated' },
];

export const isException = (file: string): boolean => EXCEPTIONS.some(({ path }) => path.test(file));

/** Texts of the product in the code: the specification has them, and the locales translate them. */
const PRODUCT_TEXTS = /^services\/economy\/src\/catalogue\//;

export const isProductText = (file: string, kind: Kind): boolean =>
  kind === 'document' && PRODUCT_TEXTS.test(file);

/**
 * Names that others define: those of the public contract of `/api` and `/ws` in every spelling (`playAgain`,
 * `play_again_request`, `PLAY_AGAIN_EXISTS`), and a field of the Kubernetes API.
 */
const GIVEN_NAME = /play_?again|^verbs$/i;

export const isGivenName = (name: string): boolean => GIVEN_NAME.test(name);
