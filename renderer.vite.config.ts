import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * The screen, built into `out/renderer`. Addresses are relative, so that the same files are served by the
 * loopback shell and by the desktop's own protocol; nothing is inlined, because the page's policy takes
 * neither inline scripts nor `data:` fonts.
 */
export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [react()],
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    chunkSizeWarningLimit: 1200,
  },
});
