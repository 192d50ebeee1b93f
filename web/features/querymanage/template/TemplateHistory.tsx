import type { OutputOf } from '@suyuan/contract/call/call.ts';
import type { ScanDesign } from '@suyuan/contract/querymanage/scan-design.ts';
import type { scanTemplateDetail } from '@suyuan/contract/querymanage/scan-template.ts';
import { Button, Drawer, Empty, Popconfirm, Space, Tag } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Moment } from '#ui/facts/Moment.tsx';

interface HistoryProps {
  readonly versions: OutputOf<typeof scanTemplateDetail>['versions'];
  readonly published: number | null;
  readonly onClose: () => void;
  /** Publishes an earlier version again. */
  readonly onRestore: ((version: number) => Promise<void>) | undefined;
  /** Loads an earlier version into the form. */
  readonly onEdit: (design: ScanDesign) => void;
}

export function TemplateHistory({ versions, published, onClose, onRestore, onEdit }: HistoryProps) {
  const { t } = useTranslation();
  return (
    <Drawer open title={t('scancode.history')} size={460} onClose={onClose}>
      {versions.length === 0 && <Empty description={t('scancode.neverPublished')} />}
      <ol className="design-list">
        {versions.map(({ version, published_at, published_by, design }) => (
          <li key={version} className="design-item">
            <header>
              <strong>{t('field.versionOf', { version })}</strong>
              {version === published && <Tag color="success">{t('scancode.shown')}</Tag>}
            </header>
            <p>
              <Moment at={published_at} /> {published_by}
            </p>
            <Space>
              <Button size="small" onClick={() => onEdit(design)}>
                {t('scancode.toDraft')}
              </Button>
              {onRestore && version !== published && (
                <Popconfirm
                  title={t('scancode.restoreTitle', { version })}
                  description={t('scancode.restoreText')}
                  okText={t('scancode.restore')}
                  cancelText={t('datapage.cancel')}
                  onConfirm={() => onRestore(version)}
                >
                  <Button size="small">{t('scancode.restore')}</Button>
                </Popconfirm>
              )}
            </Space>
          </li>
        ))}
      </ol>
    </Drawer>
  );
}
