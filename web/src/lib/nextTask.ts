/**
 * Resolves in the next task. What a page starts with would block a slow phone noticeably in one task; in several it
 * does not. Not by a timer, which browsers delay in hidden tabs.
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
