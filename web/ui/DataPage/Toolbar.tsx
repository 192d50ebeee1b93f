import {
  ColumnHeightOutlined,
  EllipsisOutlined,
  PlusOutlined,
  ReloadOutlined,
  SettingOutlined,
  UploadOutlined,
} from '@ant-design/icons';
import type { ExportFormat } from '@suyuan/contract/thing/list.ts';
import type { QueryKey } from '@tanstack/react-query';
import { Button, Popover, Tooltip } from 'antd';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { listText } from '#core/i18n/listText.ts';
import { buttonText, menuText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { useCan } from '#core/session/allowed.tsx';
import { MenuDropdown } from '../MenuDropdown.tsx';
import { PanelHead } from '../Panel.tsx';
import { densities, type usePreferences } from './columns/usePreferences.ts';
import { ExportButton } from './ExportButton.tsx';
import type { DialogProps, ListButton, ListSpec } from './fields.ts';
import { useIsRefreshing } from './ListPanel.tsx';

const ColumnChooser = later(() => import('./columns/ColumnChooser.tsx'));

interface ToolbarProps {
  readonly spec: ListSpec;
  readonly preferences: ReturnType<typeof usePreferences>;
  /** The query of the rows. */
  readonly of: QueryKey;
  readonly onRefresh: () => void;
  readonly onAdd: (() => void) | undefined;
  readonly onImport: (() => void) | undefined;
  readonly onExport: ((format: ExportFormat) => void) | undefined;
  readonly onDialog: (dialog: ComponentType<DialogProps>) => void;
  /** The menu of saved views. */
  readonly views: ReactNode;
  readonly extra?: ReactNode;
}

export function Toolbar(props: ToolbarProps) {
  const { spec, preferences, of, onRefresh, onAdd, onImport, onExport, onDialog, views, extra } = props;
  const { t } = useTranslation();
  const can = useCan();
  const [unfolded, setUnfolded] = useState(false);
  const buttons = (spec.buttons ?? []).filter(({ permission }) => can(permission));
  const addText = buttonText(t, `${spec.name}:add`, listText(t, spec.name, 'add'));
  const draw = ({ text, icon, primary, danger, dialog }: ListButton) => (
    <Button
      key={text}
      type={primary ? 'primary' : 'default'}
      danger={danger === true}
      icon={icon}
      onClick={() => onDialog(dialog)}
    >
      {t(text)}
    </Button>
  );
  return (
    <PanelHead
      title={spec.heading ? t(spec.heading) : menuText(t, spec.name)}
      className={unfolded ? '' : 'data-page-toolbar-folded'}
    >
      <span className="data-page-tools">
        {extra}
        {buttons.filter(({ primary }) => !primary).map(draw)}
      </span>
      {buttons.filter(({ primary }) => primary).map(draw)}
      {onAdd && (
        <Button
          type="primary"
          icon={<PlusOutlined aria-hidden />}
          title={`${addText} (N)`}
          aria-keyshortcuts="N"
          onClick={onAdd}
        >
          {addText}
        </Button>
      )}
      <Button
        className="data-page-tools-fold"
        aria-label={t('datapage.tools')}
        aria-expanded={unfolded}
        icon={<EllipsisOutlined aria-hidden />}
        onClick={() => setUnfolded(!unfolded)}
      />
      <span className="data-page-tools">
        {onImport && (
          <Button icon={<UploadOutlined aria-hidden />} onClick={onImport}>
            {buttonText(t, `${spec.name}:import`, t('button.import'))}
          </Button>
        )}
        {onExport && <ExportButton name={spec.name} onExport={onExport} />}
        {views}
        <RefreshButton of={of} onRefresh={onRefresh} />
        <Looks spec={spec} preferences={preferences} />
      </span>
    </PanelHead>
  );
}

function RefreshButton({ of, onRefresh }: Pick<ToolbarProps, 'of' | 'onRefresh'>) {
  const { t } = useTranslation();
  const spin = useIsRefreshing(of);
  return (
    <Tooltip title={`${t('datapage.refresh')} (R)`}>
      <Button aria-label={t('datapage.refresh')} icon={<ReloadOutlined spin={spin} />} onClick={onRefresh} />
    </Tooltip>
  );
}

/** Settings of the table: row height and columns. */
function Looks({ spec, preferences }: Pick<ToolbarProps, 'spec' | 'preferences'>) {
  const { t } = useTranslation();
  const { density } = preferences.preferences;
  return (
    <>
      <MenuDropdown
        trigger={['click']}
        menu={{
          selectable: true,
          selectedKeys: [density],
          items: densities.map((key) => ({ key, label: t(`datapage.density.${key}`) })),
          onClick: ({ key }) => preferences.change({ density: key as (typeof densities)[number] }),
        }}
      >
        <Button aria-label={t('datapage.density')} icon={<ColumnHeightOutlined />} />
      </MenuDropdown>
      <Popover
        trigger="click"
        placement="bottomRight"
        content={
          <Suspense>
            <ColumnChooser spec={spec} preferences={preferences} />
          </Suspense>
        }
      >
        <Button aria-label={t('datapage.columns')} icon={<SettingOutlined />} />
      </Popover>
    </>
  );
}
