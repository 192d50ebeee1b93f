import {
  type Hierarchy,
  hierarchyAdd,
  hierarchyDelete,
  hierarchyExport,
  hierarchyImport,
  hierarchyPage,
  hierarchyUpdate,
} from '../../../../contract/base/hierarchy.ts';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import type { ListSpec } from '../../../ui/DataPage/fields.ts';
import { firstRows } from '../../../ui/DataPage/listQuery.ts';
import { HierarchyVersions } from './HierarchyVersions.tsx';
import { LevelsInput } from './LevelsInput.tsx';

const spec: ListSpec = {
  name: 'hierarchy',
  thing: 'hierarchy',
  page: hierarchyPage,
  add: hierarchyAdd,
  update: hierarchyUpdate,
  remove: hierarchyDelete,
  disables: true,
  export: hierarchyExport,
  import: hierarchyImport,
  titleOf: (row) => `${row.hierarchy_name}`,
  fields: [
    { key: 'keyword', kind: 'text', search: true, column: false },
    {
      key: 'hierarchy_code',
      kind: 'text',
      column: { width: 140, sort: true },
      form: { required: true, maxLength: 64 },
      example: 'BZ-06',
    },
    {
      key: 'hierarchy_name',
      kind: 'text',
      column: { width: 200, sort: true },
      form: { required: true, maxLength: 128 },
      example: 'example.hierarchy_name',
    },
    { key: 'ratio', kind: 'text', column: { width: 320 } },
    { key: 'ratio_codes', kind: 'text', column: { width: 320, hidden: true } },
    {
      key: 'levels',
      kind: 'own',
      input: LevelsInput,
      column: false,
      form: { required: true, hint: 'hierarchy.levelsHint', from: (row) => givenLevels(row as unknown as Hierarchy) },
      example: 'example.ratio',
    },
    { key: 'version', kind: 'number', column: { width: 90 } },
    { key: 'products', kind: 'number', column: { width: 110 } },
    {
      key: 'status',
      kind: 'choice',
      choices: ['enabled', 'disabled'],
      tones: { enabled: 'success', disabled: 'default' },
      search: true,
      column: { width: 100, sort: true },
      form: { required: true, initial: 'enabled' },
    },
    { key: 'created_at', kind: 'moment', column: { width: 180, sort: true, hidden: true } },
    { key: 'updated_at', kind: 'moment', column: { width: 180, sort: true } },
  ],
  detailAside: (row) => <HierarchyVersions hierarchy={row as unknown as Hierarchy} />,
};

export const first = firstRows(spec);

/** Its levels as its calls take them. */
const givenLevels = ({ levels }: Hierarchy) => levels.map(({ unit_id, quantity }) => ({ unit_id, quantity }));

/** Packaging relations: which unit holds how many of which. */
export default function Hierarchies() {
  return <DataPage spec={spec} />;
}
