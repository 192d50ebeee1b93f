import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { type AntdCss, takenApart } from './antd-css.ts';

const sheet = 'virtual:antd.css';
/** The virtual module with the styles of one component. */
const partOf = (style: string): string => `virtual:antd/${style}.css`;
const part = /^\0virtual:antd\/(\w+)\.css$/;
const antd = dirname(createRequire(import.meta.url).resolve('antd/package.json'));

/**
 * Delivers antd's styles as CSS files (its ConfigProvider has `zeroRuntime`) and removes the code that would compute them at
 * run time. Each component imports its own styles; those of no component are in `virtual:antd.css`, which in development is the
 * whole stylesheet.
 */
export function antdStyles(): Plugin[] {
  let building = false;
  let parts: AntdCss | undefined;
  const whole = () => readFileSync(join(antd, 'dist/antd.css'), 'utf8');
  const apart = () => {
    parts ??= takenApart(whole());
    return parts;
  };
  return [
    {
      name: 'antd-stylesheet',
      configResolved: ({ command }) => {
        building = command === 'build';
      },
      resolveId: { filter: { id: /^virtual:antd[./]/ }, handler: (id) => `\0${id}` },
      load: {
        filter: { id: /^\0virtual:antd[./]/ },
        handler: (id) => {
          const style = part.exec(id)?.[1];
          if (style) return apart().of(style);
          return id === `\0${sheet}` ? (building ? apart().shared : whole()) : undefined;
        },
      },
    },
    {
      name: 'antd-without-runtime-styles',
      apply: 'build',
      transform: { filter: { id: styleModule }, handler: withFile },
    },
  ];
}

const styleModule = /[\\/]antd[\\/]es[\\/](?:.*[\\/])?style[\\/][\w-]+\.js$/;
const registrars = new Set(['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook']);

/**
 * antd registers a style with its name, a style function and tokens. Replacing the function by null lets the bundler drop its
 * code; an import of the component's CSS file is added instead.
 */
function withFile(this: { parse(code: string): unknown }, code: string) {
  const calls = callsIn(this.parse(code));
  if (calls.length === 0) return null;
  const without = calls
    .flatMap((call) => call.arguments[1] ?? [])
    .reduceRight((rest, { start, end }) => `${rest.slice(0, start)}null${rest.slice(end)}`, code);
  const styles = new Set(calls.flatMap((call) => nameIn(call.arguments[0]) ?? []));
  return { code: [...styles].map((style) => `import '${partOf(style)}';`).join('') + without, map: null };
}

/** The style of a part of a component is registered under an array such as `['Form', 'item']`. */
function nameIn(argument: Argument | undefined): string | undefined {
  const value = argument?.elements?.[0]?.value ?? argument?.value;
  return typeof value === 'string' ? value : undefined;
}

interface Argument {
  readonly start: number;
  readonly end: number;
  readonly value?: unknown;
  readonly elements?: readonly { readonly value?: unknown }[];
}

interface Call {
  readonly type: string;
  readonly callee: { readonly name?: string };
  readonly arguments: readonly Argument[];
}

/** The calls that register styles, in source order. */
function callsIn(node: unknown): Call[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, callee } = node as Call;
  if (type === 'CallExpression' && registrars.has(callee.name ?? '')) return [node as Call];
  return Object.values(node).flatMap(callsIn);
}
