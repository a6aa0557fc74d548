/** Features of a popup window beside this one (docs/spec/around-play.md#around-4.6). */
const POPUP = 'popup,noopener,width=600,height=400';

/** Returns the link that shares a page in a social feed. */
export const feedLink = (url: string): string =>
  `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`;

/** Returns the link that sends a message. */
export const chatLink = (text: string, url: string): string =>
  `https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`;

/** Returns the app's page in a store; undefined without one. Set at build time. */
export const storeLink = (): string | undefined =>
  (import.meta.env.VITE_STORE_URL as string | undefined) || undefined;

export function openPopup(url: string): void {
  window.open(url, '_blank', POPUP);
}
