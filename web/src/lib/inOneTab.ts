/**
 * Runs a job as soon as no other tab of this browser runs a job of the same name. Where the browser has no locks
 * (insecure pages) or denies them (blocked site data), it runs at once.
 */
export async function inOneTab(name: string, job: () => Promise<void>): Promise<void> {
  let isRunning = false;
  const run = () => {
    isRunning = true;
    return job();
  };
  try {
    await navigator.locks.request(name, run);
  } catch (error) {
    if (isRunning) throw error;
    await job();
  }
}
