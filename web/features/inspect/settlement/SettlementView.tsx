import { settlementLife } from '@suyuan/contract/inspect/case/settlement.life.ts';
import {
  largestPaper,
  type Settlement,
  settlement,
  settlementPaper,
  settlementPaperAdd,
} from '@suyuan/contract/inspect/case/settlement.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Space } from 'antd';
import { call, download } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { PaperFile } from '#ui/paper/PaperFile.tsx';

/** The signed paper of a settlement, and whether it waits for a second person. */
export default function SettlementView({ row }: { readonly row: Settlement }) {
  const { t } = useTranslation();
  const can = useCan();
  const queries = useQueryClient();
  const { id, status, paper, needs_approval, approved_by_id } = row;
  const upload = async (file: File) => {
    await call(settlementPaperAdd, { id }, { file });
    await queries.invalidateQueries({ queryKey: [settlement.page.path] });
  };
  return (
    <Space orientation="vertical" style={{ marginTop: 16, width: '100%' }}>
      {status === 'agreed' && needs_approval && approved_by_id === null && (
        <Alert type="warning" showIcon title={t('settlement.waits')} />
      )}
      <Space wrap>
        <PaperFile
          name={paper}
          download={() => download(settlementPaper, { id })}
          title={t('settlement.addPaper')}
          largest={largestPaper}
          upload={settlementLife.mayTake('paper', status) && can('case:settle') ? upload : undefined}
        />
      </Space>
    </Space>
  );
}
