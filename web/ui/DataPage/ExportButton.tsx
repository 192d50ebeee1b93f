import { DownloadOutlined } from '@ant-design/icons';
import { type ExportFormat, exportFormats } from '@suyuan/contract/thing/list.ts';
import { Button } from 'antd';
import { buttonText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { MenuDropdown } from '../MenuDropdown.tsx';

interface ExportButtonProps {
  /** The menu key of the list. */
  readonly name: string;
  readonly onExport: (format: ExportFormat) => void;
}

/** Exports a list, in the format that is chosen. */
export function ExportButton({ name, onExport }: ExportButtonProps) {
  const { t } = useTranslation();
  return (
    <MenuDropdown
      menu={{
        items: exportFormats.map((format) => ({ key: format, label: t(`datapage.export.${format}`) })),
        onClick: ({ key }) => onExport(key as ExportFormat),
      }}
      trigger={['click']}
    >
      <Button icon={<DownloadOutlined aria-hidden />}>{buttonText(t, `${name}:export`, t('button.export'))}</Button>
    </MenuDropdown>
  );
}
