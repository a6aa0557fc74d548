import manifest from '../../package.json' with { type: 'json' };

/** The product's version, as clients and probes see it. */
export const { version } = manifest;
