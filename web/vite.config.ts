import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { html } from './scripts/html.ts';

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

/**
 * What every visit needs comes in a few pieces that compress well and change at different times. Left alone, the bundler
 * would make a file of each module that two pages share: dozens of requests, a fifth more bytes.
 */
const chunks = [
  {
    name: 'vendor',
    test: /node_modules\/(?!.*(useMutation|mutationObserver)\.)(react|react-dom|scheduler|i18next|react-i18next|react-router|@tanstack\/(react-query|query-core)|zustand|react-error-boundary)\//,
  },
  {
    name: 'shared',
    test: /web\/src\/(lib\/(toast|api|apiError|coins|errors|notifyError|OptionalPart|lazyComponent|navigation|page|queryClient|roomLink|splash|storage|nextTask|traceparent|uniqueId|a11y|i18n\/\w+\.ts|realtime\/status|state\/(?!screen|mode))|entities\/session\/session|components\/(board\/geometry|brand\/[Ww]ordmark|ui\/(cx|Button|Spinner|Toaster)\b)|features\/rooms\/lazy)|packages\/contract\/src\/(client|routes)|packages\/domain\/src\/(bets|limits|text|rules\/(board|lines|difficulty))\./,
  },
  {
    name: 'home',
    test: /web\/src\/(entities\/(player|room)|components\/(avatar-decorations\/(AvatarDecoration\.|decorationIds)|ui\/(Avatar|AvatarButton|Badge)\.|board\/(Board|Cell|Tray)|pieces\/(Piece\.|PieceIcon|ClassicPiece)|brand\/Coin|game-view\/(GameView|PlayerStrip|MoveStrip|ActionBar|Countdown|announceMove|moveErrors))|features\/(local-game\/(model\/(store|localGame|computer)|components\/Local(GameView|Actions))|quick-match\/model|online-game\/(model\/(?!chat|emojis)|components\/PendingGameView)|home\/components\/(HomePage|HomeMenu\.|HomeLayout|ModeSelector|TopBar))|lib\/(savedGames|state\/(screen|mode)|realtime\/connection|sound))|packages\/contract\/src\/constants|packages\/domain\/src\/progress\.|packages\/domain\/src\/rules\/(?!ai|solver|review|transcript)/,
  },
  {
    name: 'live',
    test: /web\/src\/(app\/(Realtime|handlers)|features\/(rematch\/components\/RematchNotices|progress\/(api|components\/ProgressNotices)|rooms\/(model|components\/RoomNotices)|friends\/(components\/FriendChats|model\/friendChat)|(chat|gifts|presence)\/(model|api)|online-game\/model\/(chat|emojis)|achievements\/model\/unlocked)|components\/(game-view\/confetti|emojis)|lib\/(copy|useNear|digits|useNow)|entities\/session\/useStakeLimit)/,
  },
  // Shared by the sign-in page, cards and dialogs; no first screen has a command of its own.
  {
    name: 'controls',
    test: /node_modules\/@tanstack\/.*(useMutation|mutationObserver)\.|components\/(board\/MiniBoard|ui\/(SegmentedControl|Card))|features\/auth\/(components\/(LanguageSelect\.|Auth\.module)|model\/demo\.)|lucide-react\/.*\/icons\/(languages|play|pause|check)\./,
  },
  // What the cards around the board are made of: a request each would take a slow network longer than all of them.
  {
    name: 'cards',
    test: /web\/src\/(features\/(home\/components\/(ConnectionQuality|HomeSide|FirstSteps|InstallHint|StatsCard)|auth\/components\/KeepProgress|local-game\/components\/(ComputerSetup|ComputerRecord|DifficultySetting|SideSetting)|rules\/components\/RulesCard)|components\/computer\/)|lucide-react\/.*\/icons\/(shield-check|chevron-right|share|award)\./,
  },
  {
    name: 'forms',
    test: /node_modules\/zod\/|packages\/(contract\/src\/forms|domain\/src\/text)|web\/src\/(lib\/form|components\/ui\/(TextField|FormAlert)|features\/auth\/(model\/failure|components\/(PasswordField|RegisterForm|fieldError)))\./,
  },
];

/** Where the drawings go that most players never meet: apart, so that they are not fetched ahead. */
const cosmetics = /components\/(pieces\/styles|avatar-decorations\/(?!AvatarDecoration\.))/;

export default defineConfig({
  plugins: [html, react(), tailwind(), pwa],
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
