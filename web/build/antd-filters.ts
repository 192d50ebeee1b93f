import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const filters = join(dirname(createRequire(import.meta.url).resolve('antd/package.json')), 'es/table/hooks/useFilter');
const later = fileURLToPath(new URL('../core/loading/later.tsx', import.meta.url));

/** The drop-down, loaded by the first table with filters. Until it is loaded, the column shows its title. */
const lazyDropdown = `
  import { createElement, Suspense } from 'react';
  import { later } from ${JSON.stringify(later)};
  const Dropdown = later(() => import(${JSON.stringify(join(filters, 'FilterDropdown.js'))}));
  export default (props) => createElement(Suspense, { fallback: props.children }, createElement(Dropdown, props));`;

const virtual = '\0antd-filter-dropdown';

/**
 * Loads the filter drop-down of antd's tables on demand, with the console's own handling of failed loading. Few tables have
 * filters, and it would otherwise be in the chunk of every list, with a tree and a menu. What needs no code of the console is
 * changed by `patches/antd*.patch`.
 */
export const antdFilters = (): Plugin => ({
  name: 'antd-filters',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === './FilterDropdown' && importer === join(filters, 'index.js') ? virtual : undefined,
  load: (id) => (id === virtual ? lazyDropdown : undefined),
});
