import {
  AppstoreOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  FileSearchOutlined,
  HistoryOutlined,
  ProductOutlined,
  ProfileOutlined,
  QrcodeOutlined,
  ScanOutlined,
  SlidersOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';

const icons: Readonly<Record<string, ComponentType>> = {
  dashboard: DashboardOutlined,
  database: DatabaseOutlined,
  history: HistoryOutlined,
  product: ProductOutlined,
  qrcode: QrcodeOutlined,
  records: ProfileOutlined,
  rule: SlidersOutlined,
  scan: ScanOutlined,
  search: FileSearchOutlined,
  user: UserOutlined,
};

/** The icon a route names; a neutral one for a name that is not known here. */
export function MenuIcon({ name }: { name: string | undefined }) {
  const Icon = icons[name ?? ''] ?? AppstoreOutlined;
  return <Icon />;
}
