import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { antdFilters } from './build/antd-filters.ts';
import { antdStyles } from './build/antd-styles.ts';
import { gatheredTexts } from './build/gathered-texts.ts';
import { pageFiles } from './build/page-files.ts';
import { precompressed } from './build/precompressed.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The consumer page is a separate entry. The server renders its HTML, with the file names from the manifest. */
const consumer = ['./consumer/main.ts', './consumer/main.tsx'].map(here).find(existsSync);

/** Each file of texts becomes a chunk named after its language and branch. */
const textFile = /^.*\/locales\/(\w+)\/(\w+)\.json$/;
const nameOf = ({ facadeModuleId }: { readonly facadeModuleId?: string | null }): string =>
  textFile.test(facadeModuleId ?? '') ? `texts.${facadeModuleId?.replace(textFile, '$1.$2')}` : '[name]';

/** The branches of the contract, each after those that it imports. */
const branches = [
  'base',
  'organ',
  'trace',
  'tagging',
  'plant',
  'physical',
  'handheld',
  'inspect',
  'report',
  'querymanage',
];

/**
 * Modules that are loaded together form one chunk: `start` for every page of the console, `frame` for every page after signing
 * in, `list` for every list. A group contains its module and all imports that are in no earlier group. The bundler splits the
 * rest.
 */
const groups = [
  // Code shared with the consumer page, which would otherwise load a chunk of the console.
  { name: 'shared', test: /web\/core\/copyText\.ts$/ },
  // Stays in the browser's cache when the console changes.
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  {
    name: 'start',
    test: /web\/(main\.tsx|core\/(formats|loading|navigation|notices|preferences)\/\w+\.tsx?|core\/validators\.ts|ui\/forms\/\w+\.tsx?|core\/i18n\/(?!listText)[a-zA-Z0-9]+\.tsx?|layout\/frame\.ts)$|\/contract\/base\/enterprise\.ts$/,
  },
  { name: 'login', test: /web\/features\/login\/LoginPage\.tsx$/ },
  // Contains the Chinese locale of antd's pagination, which is its default and would otherwise be in the chunk of the lists.
  // The contract consists of many small files: those of no branch are in this chunk, those of each branch in a chunk of their
  // own.
  {
    name: 'frame',
    test: /web\/app\/console\/Console\.tsx$|web\/core\/i18n\/listText\.ts$|pagination\/es\/locale\/zh_CN|dayjs\/dayjs\.min|\/contract\/((access|call|menu|thing)\/)?[\w-]+\.ts$|\/contract\/organ\/list-view\.ts$/,
  },
  ...branches.map((branch) => ({ name: `contract.${branch}`, test: new RegExp(`/contract/${branch}/[\\w-]+\\.ts$`) })),
  { name: 'list', test: /web\/ui\/DataPage\/DataPage\.tsx$/ },
].map((group, index, all) => ({ ...group, priority: all.length - index }));

export default defineConfig({
  root: here('.'),
  base: '/',
  // Chunks like the others, run as modules.
  worker: { format: 'es' },
  plugins: [react(), gatheredTexts(), ...antdStyles(), antdFilters(), pageFiles(here('.')), precompressed()],
  // Parsing JSON is faster than evaluating an object literal.
  json: { stringify: true, namedExports: false },
  resolve: { alias: { typebox: here('./core/api/typebox.ts') } },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // Inlined assets would require `data:` in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { console: here('./index.html'), ...(consumer ? { consumer } : {}) },
      // The bundler names parts of a group after all chunks that share them; the name of the group is enough.
      output: {
        codeSplitting: { groups },
        chunkFileNames: (chunk) => `assets/${nameOf(chunk)}-[hash].js`,
        sanitizeFileName: (name) => name.replace(/~.*/s, '').replace(/[^\w.-]/g, '_'),
      },
    },
  },
  server: { proxy: { '^/api/': process.env.SUYUAN_API ?? 'http://127.0.0.1:8080' } },
});
