import { SettingOutlined } from '@ant-design/icons';
import { Button, Popover, Space } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useIsPhone } from '#core/preferences/useMediaQuery.ts';

/** The switches of a desk. On a phone they are behind a button, so that what is scanned has the upper part of the screen. */
export function DeskOptions({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  if (!useIsPhone()) {
    return (
      <Space wrap size="large">
        {children}
      </Space>
    );
  }
  return (
    <Popover trigger="click" placement="bottomRight" content={<div className="desk-options">{children}</div>}>
      <Button icon={<SettingOutlined aria-hidden />} aria-label={t('scan.options')} />
    </Popover>
  );
}
