import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const antdPackage = createRequire(import.meta.url).resolve('antd/package.json');
const antd = join(dirname(antdPackage), 'es');
const later = fileURLToPath(new URL('../core/loading/later.tsx', import.meta.url));

/** The folder of the modules of a package that antd uses. */
const modulesOf = (name: string): string =>
  join(dirname(createRequire(antdPackage).resolve(`@rc-component/${name}/package.json`)), 'es');
const tree = modulesOf('tree');
const colors = modulesOf('color-picker');
const forms = modulesOf('form');
const tables = modulesOf('table');

/** The colour class without the colour picker. */
const color = `export { Color } from ${JSON.stringify(join(colors, 'color.js'))};`;

/** Whether a colour is bright, without the panels of the colour picker. */
const isBright = `
  import { Color } from ${JSON.stringify(join(colors, 'color.js'))};
  export const isBright = (value, ground) => {
    const { r, g, b, a } = value.toRgb();
    if (a <= 0.5) return new Color(value.toRgbString()).onBackground(ground).toHsv().v > 0.5;
    return r * 0.299 + g * 0.587 + b * 0.114 > 192;
  };`;

/**
 * The width of scroll bars, only for tables that scroll themselves. antd measures it for all tables, with a temporary
 * stylesheet that forces two layouts and another render.
 */
const scrollBars = `
  import { getTargetScrollBarSize as measured } from ${JSON.stringify(join(modulesOf('util'), 'getScrollBarSize.js'))};
  export * from ${JSON.stringify(join(modulesOf('util'), 'index.js'))};
  const scrolls = (box) => box.matches('.ant-table-body') || box.querySelector('.ant-table-tbody-virtual') !== null;
  export const getTargetScrollBarSize = (box) => (box && scrolls(box) ? measured(box) : { width: 0, height: 0 });`;

const filterDropdown = 'table/hooks/useFilter/FilterDropdown.js';

/** Replacements of imports, by the importing file of antd or its tables and by the imported name. */
const inPlace: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Few tables use antd's filters, so the filter drop-down is loaded by those only; until it is loaded, the column shows its
  // title.
  'table/hooks/useFilter/index.js': {
    './FilterDropdown': `
      import { createElement, Suspense } from 'react';
      import { later } from ${JSON.stringify(later)};
      const Dropdown = later(() => import(${JSON.stringify(join(antd, filterDropdown))}));
      export default (props) => createElement(Suspense, { fallback: props.children }, createElement(Dropdown, props));
      export const flattenKeys = (filters) =>
        (filters ?? []).flatMap(({ value, children }) => [value, ...flattenKeys(children)]);`,
  },
  // Four functions instead of the whole tree component that they belong to.
  'table/hooks/useSelection.js': {
    '@rc-component/tree': `
      export const arrAdd = (list, value) => (list.includes(value) ? [...list] : [...list, value]);
      export const arrDel = (list = [], value) => list.filter((one) => one !== value);
      export { conductCheck } from ${JSON.stringify(join(tree, 'utils/conductUtil.js'))};
      export { convertDataToEntities } from ${JSON.stringify(join(tree, 'utils/treeUtil.js'))};`,
  },
  'color-picker/color.js': { '@rc-component/color-picker': color },
  'color-picker/util.js': { '@rc-component/color-picker': color },
  'button/style/token.js': { '../../color-picker/components/ColorPresets': isBright },
  'tag/style/index.js': { '../../color-picker/components/ColorPresets': isBright },
  // Every component reads the context of the form around it, which does not need the form itself with its validation.
  'form/context.js': {
    '@rc-component/form': `export { FormProvider } from ${JSON.stringify(join(forms, 'FormContext.js'))};`,
  },
  'Table.js': { '@rc-component/util': scrollBars },
  // The name of a field as a text.
  'radio/group.js': {
    '../form/hooks/useForm': `export const toNamePathStr = (name) => [name].flat().join('_');`,
  },
};

const virtual = '\0antd-part:';

/**
 * Removes unused imports from antd's tables and buttons, because the bundler would keep everything that they import in the
 * chunk of every list.
 */
export const antdParts = (): Plugin => ({
  name: 'antd-parts',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer) {
    const folder = [antd, tables].find((one) => importer?.startsWith(one));
    const file = folder ? (importer?.slice(folder.length + 1) ?? '') : '';
    return inPlace[file]?.[source] ? `${virtual}${file}:${source}` : undefined;
  },
  load(id) {
    if (!id.startsWith(virtual)) return undefined;
    const [file = '', source = ''] = id.slice(virtual.length).split(':');
    return inPlace[file]?.[source];
  },
});
