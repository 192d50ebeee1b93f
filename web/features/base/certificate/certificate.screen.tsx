import {
  type Certificate,
  certificate,
  certificateFile,
  certificateFileAdd,
  largestCertificate,
  usualRemindDays,
} from '@suyuan/contract/base/certificate.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Space } from 'antd';
import { call, download } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { ValidityTag } from '#ui/certificates/ValidityTag.tsx';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { RecordLink } from '#ui/facts/RecordLink.tsx';
import { PaperFile } from '#ui/paper/PaperFile.tsx';
import { dealerReference, factoryReference, supplierReference } from '#ui/pickers/baseReferences.ts';
import { DayInput } from '#ui/pickers/DateInput.tsx';

const ofHolder =
  (kind: Certificate['holder']) =>
  ({ holder }: Readonly<Record<string, unknown>>): boolean =>
    holder === kind;

/** Whose it is, as a link to the record. */
function Holder({ holder, held_by, ...row }: Certificate) {
  return (
    <RecordLink to={holder} id={row[`${holder}_id`]}>
      {held_by}
    </RecordLink>
  );
}

/** The file of a certificate. */
function CertificateFile({ id, file }: Certificate) {
  const { t } = useTranslation();
  const can = useCan();
  const queries = useQueryClient();
  const upload = async (chosen: File) => {
    await call(certificateFileAdd, { id }, { file: chosen });
    await queries.invalidateQueries({ queryKey: [certificate.page.path] });
  };
  return (
    <Space wrap style={{ marginTop: 16 }}>
      <PaperFile
        name={file}
        download={() => download(certificateFile, { id })}
        title={t(file ? 'certificate.replaceFile' : 'certificate.addFile')}
        largest={largestCertificate}
        upload={can('certificate:update') ? upload : undefined}
      />
    </Space>
  );
}

const list = thingList(certificate, {
  titleOf: (row) => row.certificate_no,
  copied: ['kind', 'holder', 'dealer_id', 'supplier_id', 'factory_id', 'issuer', 'remind_days'],
  shown: {
    certificate_no: { width: 170, example: 'JY13301060012345' },
    kind: { width: 110, form: { initial: 'trade' } },
    holder: { width: 90, form: { initial: 'dealer' } },
    held_by: { width: 180, render: (row) => <Holder {...(row as unknown as Certificate)} /> },
    dealer_id: {
      reference: dealerReference,
      nameOf: (row) => row.dealer_name,
      form: { required: true, shown: ofHolder('dealer') },
      example: 'D-0571',
    },
    dealer_code: { hidden: true, detail: false },
    dealer_name: { hidden: true, detail: false },
    supplier_id: {
      reference: supplierReference,
      nameOf: (row) => row.supplier_name,
      form: { required: true, shown: ofHolder('supplier') },
    },
    supplier_code: { hidden: true, detail: false },
    supplier_name: { width: 180, hidden: true, detail: false },
    factory_id: {
      reference: factoryReference,
      nameOf: (row) => row.factory_name,
      form: { required: true, shown: ofHolder('factory') },
    },
    factory_code: { hidden: true, detail: false },
    factory_name: { width: 180, hidden: true, detail: false },
    issuer: { width: 160, hidden: true },
    valid_from: { input: DayInput, width: 110, hidden: true, example: '2026-01-01' },
    valid_until: { input: DayInput, width: 110, form: { hint: 'certificate.untilHint' }, example: '2030-12-31' },
    remind_days: { width: 120, hidden: true, form: { initial: usualRemindDays } },
    validity: {
      width: 100,
      render: (row) => <ValidityTag validity={(row as unknown as Certificate).validity} />,
    },
    file: { width: 140, hidden: true },
    status: { width: 80 },
    remark: { kind: 'longtext', width: 200, hidden: true },
  },
  detailAside: (row) => <CertificateFile {...row} />,
});

export const preload = firstRows(list);

/** 证照: licences, permits and contracts of dealers, suppliers and factories, and when they end. */
export default function Certificates() {
  return <DataPage spec={list} />;
}
