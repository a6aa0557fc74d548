import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fastifyHelmet } from '@fastify/helmet';
import { fastifyStatic } from '@fastify/static';
import { errorResponse } from '@fifteen/contract';
import type { FastifyInstance } from 'fastify';

const YEAR_S = 365 * 24 * 60 * 60;

interface Site {
  /** Folder of the built web app. */
  root: string | undefined;
  publicUrl: string;
}

/** Content security policy of the pages: only resources of this site, and only the inline scripts and styles of the build. */
export async function registerHeaders(app: FastifyInstance, { root, publicUrl }: Site): Promise<void> {
  const { origin, protocol } = new URL(publicUrl);
  const secure = protocol === 'https:';
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...inlineHashes(root, 'script')],
        'style-src': ["'self'", ...inlineHashes(root, 'style')],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", origin.replace(/^http/, 'ws')],
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(secure ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: YEAR_S, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
  // Responses hold data of users, so browsers and proxies keep only what says that they may.
  app.addHook('onSend', async (_, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}

/** Returns the hashes of the inline scripts or styles in index.html. */
function inlineHashes(root: string | undefined, tag: 'script' | 'style'): string[] {
  const index = root && join(root, 'index.html');
  if (!index || !existsSync(index)) return [];
  const inline = new RegExp(`<${tag}(?![^>]*\\bsrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g');
  return [...readFileSync(index, 'utf8').matchAll(inline)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

/**
 * Serves the built web app: its files (compressed where the build has compressed them), and index.html for every path
 * that the app routes itself. Paths of `/api` and of missing files are 404.
 */
export async function registerSite(app: FastifyInstance, { root }: Site): Promise<void> {
  // Fixed target of the web app after a 401, so that it is no open redirect.
  app.get('/api/login', { schema: { hide: true } }, (_, reply) => reply.redirect('/auth', 302));
  const page = root !== undefined && existsSync(join(root, 'index.html'));
  if (page) {
    await app.register(fastifyStatic, {
      root,
      preCompressed: true,
      index: ['index.html'],
      cacheControl: false,
      setHeaders: (response, path) => {
        // Names of built files carry a hash of their content.
        const isImmutable = path.includes('/assets/');
        response.header('cache-control', isImmutable ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const isPage = !/^\/(api|ws|livez|readyz)(\/|$)/.test(path) && !/\.\w+$/.test(path);
    if (page && isPage && (request.method === 'GET' || request.method === 'HEAD'))
      return reply.sendFile('index.html');
    return reply.code(404).send(errorResponse('NOT_FOUND').body);
  });
}
