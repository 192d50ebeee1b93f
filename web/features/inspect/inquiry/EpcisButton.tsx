import { DownloadOutlined } from '@ant-design/icons';
import { epcisFormats, informationEpcis } from '@suyuan/contract/inspect/information-inquiry.ts';
import { Button } from 'antd';
import { download } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { MenuDropdown } from '#ui/MenuDropdown.tsx';

/** Downloads the history of a code as EPCIS events, in JSON-LD or XML. */
export function EpcisButton({ code }: { readonly code: string }) {
  const { t } = useTranslation();
  const items = epcisFormats.map((format) => ({
    key: format,
    label: t(`informationinquiry.epcis.${format}`),
    onClick: () => void download(informationEpcis, { code, format }).catch(() => undefined),
  }));
  return (
    <MenuDropdown menu={{ items }} trigger={['click']}>
      <Button icon={<DownloadOutlined aria-hidden />}>{t('informationinquiry.epcis')}</Button>
    </MenuDropdown>
  );
}
