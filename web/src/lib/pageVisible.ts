/** Resolves when the page is in sight. */
export const pageVisible = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) document.addEventListener('visibilitychange', () => resolve(), { once: true });
    else resolve();
  });
