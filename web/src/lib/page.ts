/** Loads the page again, as the browser's own button does. */
export const reloadPage = (): void => location.reload();

/** Leaves the app for another page of the server. */
export const openPage = (path: string): void => location.assign(path);
