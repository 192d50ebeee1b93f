import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import {
  type CodeInformation,
  epcisFormats,
  informationEpcis,
  informationInquiry,
} from '@suyuan/contract/inspect/information-inquiry.ts';
import type { KnownSubject } from '@suyuan/contract/report/authority-file.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { call, download } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { AuthorityButton } from '#ui/authority/AuthorityButton.tsx';
import { CodeField } from '#ui/code/CodeField.tsx';
import { isAtDesk } from '#ui/code/isAtDesk.ts';
import { RefusalList, refusalsIn } from '#ui/events/RefusalList.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { MenuDropdown } from '#ui/MenuDropdown.tsx';
import { Panel, PanelHead } from '#ui/Panel.tsx';
import { CodeFacts } from './CodeFacts.tsx';
import { CodeFindings } from './CodeFindings.tsx';
import { CodeJourney } from './CodeJourney.tsx';
import '#ui/DataPage/dataPage.css';
import '../inspect.css';
import './inquiry.css';

/** The records of a code for which there are files for authorities. */
function subjectsOf({ work_order_no, product_code, lot, waybills }: CodeInformation): KnownSubject[] {
  return [
    ...(work_order_no ? [{ of: 'work_order', no: work_order_no } as const] : []),
    ...waybills.map(({ waybill_no }) => ({ of: 'waybill', no: waybill_no }) as const),
    ...(lot && product_code ? [{ of: 'lot', no: lot, product_code } as const] : []),
  ];
}

/** 信息查询: everything about one code, on one printable page. */
export default function InformationInquiry() {
  const { t } = useTranslation();
  const [address, setAddress] = useSearchParams();
  const codeInUrl = address.get('code') ?? '';
  const [code, setCode] = useState(codeInUrl);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [informationInquiry.path, codeInUrl],
    queryFn: ({ signal }) => call(informationInquiry, { code: codeInUrl }, { signal, silent: true }),
    enabled: codeInUrl !== '',
    staleTime: 0,
  });
  const refusals = refusalsIn(error);
  return (
    <div className="data-page inquiry">
      <Panel>
        <PanelHead title={t('menu.informationinquiry')}>
          {data && (
            <div className="inquiry-actions">
              <EpcisButton code={codeInUrl} />
              <AuthorityButton known={subjectsOf(data)} />
              <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
                {t('button.print')}
              </Button>
            </div>
          )}
        </PanelHead>
        <CodeField
          size="large"
          autoFocus={isAtDesk()}
          label={t('informationinquiry.scan')}
          value={code}
          onChange={setCode}
          onCode={(one) => setAddress({ code: one }, { replace: true })}
        />
      </Panel>
      {refusals.length > 0 && <RefusalList refusals={refusals} />}
      {refusals.length === 0 && <PartFailure of={{ error, refetch }} />}
      {codeInUrl === '' && (
        <Panel>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('informationinquiry.nothingAsked')} />
        </Panel>
      )}
      {isFetching && !data && (
        <Panel>
          <Skeleton active />
        </Panel>
      )}
      {data && !error && (
        <>
          <CodeFacts facts={data} />
          <CodeJourney facts={data} onChange={() => void refetch()} />
          <CodeFindings facts={data} />
        </>
      )}
    </div>
  );
}

/** Downloads the history of a code as EPCIS events, in JSON-LD or XML. */
function EpcisButton({ code }: { readonly code: string }) {
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
