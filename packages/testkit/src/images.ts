import { readFileSync } from 'node:fs';
import { root } from './repository.ts';

/**
 * Returns a text with the digests of its images, or without them where `IMAGES=local`: an image that was built here
 * has a tag, but no digest of a registry.
 * @throws Error where `IMAGES` has another value
 */
export function withImages(text: string): string {
  const source = process.env.IMAGES;
  if (!source) return text;
  if (source !== 'local') throw new Error(`IMAGES must be local or unset, not ${source}`);
  return text.replaceAll(/@sha256:[0-9a-f]{64}/g, '');
}

/**
 * Returns the image of a server: that of Docker Compose.
 * @throws Error where docker-compose.yml names none
 */
export function imageOf(server: 'postgres' | 'redis' | 'nats'): string {
  const [, image] =
    new RegExp(`^    image: (${server}:\\S+)$`, 'm').exec(
      readFileSync(`${root}docker-compose.yml`, 'utf8'),
    ) ?? [];
  if (!image) throw new Error(`docker-compose.yml has no image of ${server}`);
  return withImages(image);
}
