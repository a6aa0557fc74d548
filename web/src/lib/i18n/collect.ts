/** A tree of texts: `auth.json` holds what `t('auth.…')` finds. */
export interface Messages {
  [key: string]: string | Messages;
}

/** What `import.meta.glob` finds beside a locale's index: `./auth.json` → its texts. */
export type FeatureFiles = Record<string, Messages>;

/** One tree out of a locale's files, each under its own name, so that a locale is one chunk of the build. */
export function collect(files: FeatureFiles): Messages {
  return Object.fromEntries(
    Object.entries(files).map(([path, messages]) => [path.replace(/^\.\/|\.json$/g, ''), messages]),
  );
}
