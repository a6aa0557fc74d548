import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chunks, cosmetics } from './scripts/chunks.ts';
import { html } from './scripts/html.ts';
import { unusedRouterComponents } from './scripts/router.ts';

/** Where the development server finds /api and /ws: the running gateway. */
const gateway = process.env.GATEWAY_URL ?? 'http://localhost:8080';

/**
 * Everything the app needs without a network is fetched once and kept; a new version waits until the player lets it
 * in. Calls always go to the network, and fonts are kept as they are met: only one script's is ever needed.
 */
const pwa = VitePWA({
  registerType: 'prompt',
  injectRegister: false,
  // A user who installs the app keeps them; the app itself never shows them.
  includeManifestIcons: false,
  manifest: {
    id: '/',
    name: 'Fifteen',
    short_name: 'Fifteen',
    description: 'Strategic tic-tac-toe on a board of three rows and five columns.',
    start_url: '/',
    display: 'standalone',
    background_color: '#0d0a0b',
    theme_color: '#0d0a0b',
    categories: ['games'],
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  },
  workbox: {
    globPatterns: ['**/*.{js,css,html,svg}'],
    globIgnores: ['assets/cosmetics/**', 'sw-routes.js'],
    importScripts: ['/sw-routes.js'],
    navigateFallback: '/index.html',
    navigateFallbackDenylist: [/^\/api\//, /^\/ws/],
    cleanupOutdatedCaches: true,
    // Also the visit that fetched it goes on when the line drops.
    clientsClaim: true,
    runtimeCaching: [
      // Of all cosmetics, the drawings that were shown.
      {
        urlPattern: /\/assets\/cosmetics\//,
        handler: 'CacheFirst',
        options: { cacheName: 'cosmetics', expiration: { maxEntries: 64 } },
      },
      {
        urlPattern: /\.woff2$/,
        handler: 'CacheFirst',
        options: { cacheName: 'fonts', expiration: { maxEntries: 12 } },
      },
    ],
  },
});

export default defineConfig({
  plugins: [html, unusedRouterComponents(), react(), tailwind(), pwa],
  resolve: {
    alias: {
      '@': new URL('./src', import.meta.url).pathname,
      'react-style-singleton': new URL('./src/lib/adoptedStyles.ts', import.meta.url).pathname,
    },
  },
  build: {
    target: 'es2022',
    reportCompressedSize: false,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${cosmetics.test(facadeModuleId ?? '') ? 'cosmetics/' : ''}[name]-[hash].js`,
        assetFileNames: ({ originalFileNames }) =>
          `assets/${originalFileNames.some((name) => cosmetics.test(name)) ? 'cosmetics/' : ''}[name]-[hash][extname]`,
      },
    },
  },
  server: { proxy: { '/api': gateway, '/ws': { target: gateway, ws: true } } },
  preview: { proxy: { '/api': gateway, '/ws': { target: gateway, ws: true } } },
});
