import { isAppError, type Calls } from '@fifteen/runtime';
import type { IdentityServiceDefinition } from '@fifteen/proto/identity';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { errorResponse } from '@fifteen/contract';

/** Bytes of pictures kept, at about 10 KB each. */
const CACHE_BYTES = 32 * 1024 * 1024;
/** Milliseconds for which a removed picture may still be served. */
const CACHE_MS = 60_000;
const YEAR_S = 365 * 24 * 60 * 60;
const NAME = /^[\w-]{1,64}$/;

/**
 * Serves pictures of players. A name never gets another picture, so browsers cache it for a year; shared caches do not,
 * because a picture can be removed.
 */
export function registerAvatars(
  app: FastifyInstance,
  identity: Pick<Calls<typeof IdentityServiceDefinition>, 'getPicture'>,
): void {
  const cache = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    ttl: CACHE_MS,
    sizeCalculation: ({ length }) => length,
  });

  const pictureOf = async (name: string): Promise<Buffer | undefined> => {
    const known = cache.get(name);
    if (known || !NAME.test(name)) return known;
    try {
      const bytes = Buffer.from((await identity.getPicture({ name })).bytes);
      cache.set(name, bytes);
      return bytes;
    } catch (error) {
      if (isAppError(error, 'PICTURE_NOT_FOUND')) return undefined;
      throw error;
    }
  };

  app.get<{ Params: { name: string } }>(
    '/api/avatars/:name',
    { schema: { hide: true }, config: { isFile: true } },
    async (request, reply) => {
      const bytes = await pictureOf(request.params.name);
      if (!bytes) return reply.code(404).send(errorResponse('NOT_FOUND').body);
      return reply
        .type('image/webp')
        .header('cache-control', `private, max-age=${YEAR_S}, immutable`)
        .send(bytes);
    },
  );
}
