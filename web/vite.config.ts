import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { antdParts } from './build/antd-parts.ts';
import { antdStyles } from './build/antd-styles.ts';
import { gatheredTexts } from './build/gathered-texts.ts';
import { pageFiles } from './build/page-files.ts';
import { precompressed } from './build/precompressed.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The consumer page is an entry of its own; the server writes its HTML and takes the file names from the manifest. */
const consumer = ['./consumer/main.ts', './consumer/main.tsx'].map(here).find(existsSync);

/** A file of texts is a file of the build, named after its language and branch. */
const textFile = /^.*\/locales\/(\w+)\/(\w+)\.json$/;
const nameOf = ({ facadeModuleId }: { readonly facadeModuleId?: string | null }): string =>
  textFile.test(facadeModuleId ?? '') ? `texts.${facadeModuleId?.replace(textFile, '$1.$2')}` : '[name]';

/** Those of the contract, each after what it imports from. */
const branches = ['base', 'organ', 'trace', 'tagging', 'plant', 'physical', 'inspect', 'report', 'querymanage'];

/**
 * What is loaded together is one file: every page of the console begins with `start`, everything behind the sign-in
 * stands on `frame`, every list on `list`. A group takes its module with all it imports, but for what a group before
 * it has. The rest the bundler divides itself.
 */
const groups = [
  // What the consumer page shares with the console: in a group of the console's, it would fetch the console for it.
  { name: 'shared', test: /web\/core\/copyText\.ts$/ },
  // Stays in browsers' caches when the console changes.
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  {
    name: 'start',
    test: /web\/(main\.tsx|core\/(formats|loading|navigation|notices|preferences|validation)\/\w+\.tsx?|ui\/forms\/\w+\.tsx?|core\/i18n\/(?!listText)[a-zA-Z0-9]+\.tsx?|layout\/frame\.ts)$|\/contract\/base\/enterprise\.ts$/,
  },
  { name: 'login', test: /web\/features\/login\/LoginPage\.tsx$/ },
  // Pagination speaks Chinese by default: its words would tie the Chinese locale to the lists.
  // The contract is many small files: what is of no branch comes with the frame, that of a branch is a file of its own.
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
  // Split into files like the rest, and run as a module.
  worker: { format: 'es' },
  plugins: [react(), gatheredTexts(), ...antdStyles(), antdParts(), pageFiles(here('.')), precompressed()],
  // JSON.parse is faster than an object written as a script.
  json: { stringify: true, namedExports: false },
  resolve: { alias: { typebox: here('./core/api/typebox.ts') } },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { console: here('./index.html'), ...(consumer ? { consumer } : {}) },
      // A part of a group is named after all who share it; its group's name is enough.
      output: {
        codeSplitting: { groups },
        chunkFileNames: (chunk) => `assets/${nameOf(chunk)}-[hash].js`,
        sanitizeFileName: (name) => name.replace(/~.*/s, '').replace(/[^\w.-]/g, '_'),
      },
    },
  },
  server: { proxy: { '^/api/': process.env.SUYUAN_API ?? 'http://127.0.0.1:8080' } },
});
