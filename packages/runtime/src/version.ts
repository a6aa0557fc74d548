import manifest from '../package.json' with { type: 'json' };

/** The version of the product. The build of an image writes it into the manifest of this package. */
export const { version } = manifest;
