import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { settlementLife } from '@suyuan/contract/inspect/settlement.life.ts';
import {
  largestPaper,
  type Settlement,
  settlement,
  settlementPaper,
  settlementPaperAdd,
} from '@suyuan/contract/inspect/settlement.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Space } from 'antd';
import { useRef } from 'react';
import { call, download } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { useCan } from '#core/session/allowed.tsx';

/** The signed paper of a settlement, and whether it waits for a second person. */
export default function SettlementView({ row }: { readonly row: Settlement }) {
  const { t } = useTranslation();
  const can = useCan();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const { id, status, paper, needs_approval, approved_by_id } = row;
  const send = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > largestPaper) return notify.error(t('settlement.paperTooLarge'));
    await call(settlementPaperAdd, { id }, { file });
    notify.success(t('datapage.saved'));
    await queries.invalidateQueries({ queryKey: [settlement.page.path] });
  };
  return (
    <Space orientation="vertical" style={{ marginTop: 16, width: '100%' }}>
      {status === 'agreed' && needs_approval && approved_by_id === null && (
        <Alert type="warning" showIcon title={t('settlement.waits')} />
      )}
      <Space wrap>
        {paper && (
          <Button
            icon={<DownloadOutlined aria-hidden />}
            onClick={() => void download(settlementPaper, { id }).catch(() => undefined)}
          >
            {paper}
          </Button>
        )}
        {settlementLife.mayTake('paper', status) && can('case:settle') && (
          <>
            <input
              ref={input}
              type="file"
              accept="application/pdf,image/jpeg,image/png"
              style={{ display: 'none' }}
              aria-label={t('settlement.addPaper')}
              onChange={(event) => {
                void send(event.target.files?.[0]).catch(() => undefined);
                event.target.value = '';
              }}
            />
            <Button icon={<UploadOutlined aria-hidden />} onClick={() => input.current?.click()}>
              {t('settlement.addPaper')}
            </Button>
          </>
        )}
      </Space>
    </Space>
  );
}
