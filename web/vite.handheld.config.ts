import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { gatheredTexts } from './build/gathered-texts.ts';
import { precacheList } from './build/precache-list.ts';
import { precompressed } from './build/precompressed.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const { version } = JSON.parse(readFileSync(here('./package.json'), 'utf8')) as { version: string };

/**
 * The handheld is a build of its own, so that it never loads a part of the console: what the console shares among its screens is in
 * chunks that bring antd.
 */
export default defineConfig({
  root: here('./handheld'),
  base: '/handheld/',
  worker: { format: 'es' },
  plugins: [react(), gatheredTexts(), precacheList('service-worker.js'), precompressed()],
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(version) },
  json: { stringify: true, namedExports: false },
  resolve: { alias: { typebox: here('./core/api/typebox.ts') } },
  build: {
    outDir: here('./dist/handheld'),
    emptyOutDir: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        handheld: here('./handheld/index.html'),
        'service-worker': here('./handheld/offline/service-worker.ts'),
      },
      // Browsers find a new version of a service worker at the address of the old one.
      output: {
        // All that a start needs is one chunk, which compresses better than what its parts share with others.
        codeSplitting: { groups: [{ name: 'start', tags: ['$initial'], test: /^(?!.*(workbox|service-worker))/ }] },
        chunkFileNames: ({ facadeModuleId }) => {
          const language = /\/locales\/(\w+)\/\w+\.json$/.exec(facadeModuleId ?? '')?.[1];
          return `assets/${language ? `texts.${language}` : '[name]'}-[hash].js`;
        },
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: { proxy: { '^/api/': process.env.SUYUAN_API ?? 'http://127.0.0.1:8080' } },
});
