/** Reloads the page. In a module of its own, because tests cannot mock `location`. */
export const reloadPage = (): void => location.reload();

/** Leaves the app for another page of the server. */
export const openPage = (path: string): void => location.assign(path);
