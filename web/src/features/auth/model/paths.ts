/** Paths that need no session (docs/spec/play.md#play-2.1). */
export const publicPaths: ReadonlySet<string> = new Set(['/verify-email', '/reset-password']);

/** Returns whether a path is that of a sign-in page or of one for a mailed code. */
export const isAuthPath = (path: string): boolean => path === '/auth' || publicPaths.has(path);
