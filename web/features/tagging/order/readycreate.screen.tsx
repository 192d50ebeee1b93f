import { ImportOutlined, LinkOutlined } from '@ant-design/icons';
import { later } from '#core/loading/later.tsx';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { orderList } from './orderList.tsx';

const BindCodes = later(() => import('./BindCodes.tsx'));
const ImportCodes = later(() => import('../file/ImportCodes.tsx'));
const UnbindCodes = later(() => import('./UnbindCodes.tsx'));

const spec = orderList('readycreate', {
  buttons: [
    {
      text: 'tagging.bind.open',
      icon: <LinkOutlined aria-hidden />,
      permission: 'readycreate:bind',
      dialog: BindCodes,
    },
    {
      text: 'tagging.import.open',
      icon: <ImportOutlined aria-hidden />,
      permission: 'readycreate:import',
      dialog: ImportCodes,
    },
  ],
  before: [
    {
      key: 'bind',
      text: 'button.bind',
      permission: 'readycreate:bind',
      shown: (row) => row.status === 'open',
      dialog: BindCodes,
    },
  ],
  after: [
    {
      key: 'unbind',
      text: 'button.unbind',
      permission: 'readycreate:unbind',
      danger: true,
      shown: (row) => row.bound > 0,
      dialog: UnbindCodes,
    },
  ],
});

export const preload = firstRows(spec);

/** Pre-codes: codes ordered or imported before their product is known, and bound to it later. */
export default function PreCodes() {
  return <DataPage spec={spec} />;
}
