import type { Kind } from './texts.ts';

/** Whether a file is the glossary, which lists the rejected words. */
export const isException = (file: string): boolean => file === 'docs/glossary.md';

/** Texts of the product in the code: the specification has them, and the locales translate them. */
const PRODUCT_TEXTS = /^services\/economy\/src\/catalogue\//;

export const isProductText = (file: string, kind: Kind): boolean =>
  kind === 'document' && PRODUCT_TEXTS.test(file);

/**
 * Names that others define: those of the public contract of `/api` and `/ws` in every spelling (`playAgain`,
 * `play_again_request`, `PLAY_AGAIN_EXISTS`), and a field of the Kubernetes API.
 */
const EXTERNAL_NAME = /play_?again|^verbs$/i;

export const isExternalName = (name: string): boolean => EXTERNAL_NAME.test(name);
