export * from './bets.ts';
export * from './coins.ts';
export * from './errors.ts';
export * from './ids.ts';
export * from './limits.ts';
export * from './progress.ts';
export * from './rules/index.ts';
export * from './text.ts';
