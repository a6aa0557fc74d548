/**
 * A task later. What a page begins with would hold a slow phone up together for longer than a finger notices; in tasks of
 * their own it goes unnoticed. No timer: the browser lets those wait in a tab that is not seen.
 */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
