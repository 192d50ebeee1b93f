import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The consumer page is an entry of its own; the server writes its HTML and takes the file names from the manifest. */
const consumer = ['./consumer/main.ts', './consumer/main.tsx'].map(here).find(existsSync);

export default defineConfig({
  root: here('.'),
  base: '/',
  plugins: [react()],
  resolve: { alias: { typebox: here('./api/typebox.ts') } },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: { input: { console: here('./index.html'), ...(consumer ? { consumer } : {}) } },
  },
  server: { proxy: { '/api': process.env.SUYUAN_API ?? 'http://127.0.0.1:8080' } },
});
