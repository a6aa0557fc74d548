/** A window for another user's page, beside ours (docs/spec/around-play.md#around-4.6). */
const POPUP = 'popup,noopener,width=600,height=400';

/** A social feed, which shows the page behind the link. */
export const feedLink = (url: string): string =>
  `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`;

/** A message to whom one likes. */
export const chatLink = (text: string, url: string): string =>
  `https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`;

/** The app's page in a store; undefined where it is in none. Set when the app is built. */
export const storeLink = (): string | undefined =>
  (import.meta.env.VITE_STORE_URL as string | undefined) || undefined;

export function openPopup(url: string): void {
  window.open(url, '_blank', POPUP);
}
