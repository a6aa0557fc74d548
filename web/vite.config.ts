import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the development server finds /api and /ws: the running gateway. */
const gateway = process.env.GATEWAY_URL ?? 'http://localhost:8080';

export default defineConfig({
  plugins: [react(), tailwind()],
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  build: { target: 'es2022', sourcemap: false, reportCompressedSize: false },
  server: { proxy: { '/api': gateway, '/ws': { target: gateway, ws: true } } },
});
