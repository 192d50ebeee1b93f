import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { cutDown, importedFromAntd, stylesOf } from './antd-css.ts';

const virtualId = 'virtual:antd.css';
const antd = dirname(createRequire(import.meta.url).resolve('antd/package.json'));

/**
 * Gives antd its styles as a file (`virtual:antd.css`; its ConfigProvider has `zeroRuntime`), and takes the code that
 * would compute them out of the build. In development the whole of antd's stylesheet is served.
 */
export function antdStyles(root: string): Plugin[] {
  let building = false;
  return [
    {
      name: 'antd-stylesheet',
      configResolved: ({ command }) => {
        building = command === 'build';
      },
      resolveId: { filter: { id: /^virtual:antd\.css$/ }, handler: () => `\0${virtualId}` },
      load: { filter: { id: /^\0virtual:antd\.css$/ }, handler: () => stylesheet(building ? root : undefined) },
    },
    {
      name: 'antd-without-runtime-styles',
      apply: 'build',
      transform: { filter: { id: styleModule }, handler: stripped },
    },
  ];
}

function stylesheet(root: string | undefined): string {
  const css = readFileSync(join(antd, 'dist/antd.css'), 'utf8');
  if (root === undefined) return css;
  const sources = ['app', 'layout', 'features', 'ui'].flatMap((folder) => sourcesIn(join(root, folder)));
  return cutDown(css, stylesOf(importedFromAntd(sources), join(antd, 'es')));
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'));

const styleModule = /[\\/]antd[\\/]es[\\/](?:.*[\\/])?style[\\/][\w-]+\.js$/;
const registrars = new Set(['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook']);

interface Call {
  readonly type: string;
  readonly callee: { readonly name?: string };
  readonly arguments: readonly { readonly start: number; readonly end: number }[];
}

/** A style is registered as name, function, tokens: with null for the function, what it calls is left out, too. */
function stripped(this: { parse(code: string): unknown }, code: string) {
  const functions = callsIn(this.parse(code)).flatMap((call) => call.arguments[1] ?? []);
  const without = functions.reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}null${rest.slice(end)}`,
    code,
  );
  return functions.length > 0 ? { code: without, map: null } : null;
}

/** The calls that register a style, in the order they are written. */
function callsIn(node: unknown): Call[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, callee } = node as Call;
  if (type === 'CallExpression' && registrars.has(callee.name ?? '')) return [node as Call];
  return Object.values(node).flatMap(callsIn);
}
