import { maxCodesOfBill } from '@suyuan/contract/report/authority-file.ts';
import { schemaInstance, xmlDeclaration, xmlTag } from '#platform/files/xml-text.ts';
import { badInput, conflict } from '#platform/refusal.ts';
import { visibleNames } from '#trace/visible-names.ts';
import { Lacks, type Prepare, type Prepared, type Sources, type Taking } from '../prepared.ts';
import { isDrugCode } from './drug-relation.ts';

/** The names of events in the published form, spelled as there. There is none for recalls. */
const eventOf: Readonly<Record<string, string>> = {
  sale: 'SalesWareHouseOut',
  transfer: 'AllocateWareHouseOut',
  supplier_return: 'ReturnWareHouseOut',
  sample: 'CheckWareHouseOut',
  scrap: 'DestoryWareHouseOut',
};

interface WaybillRow {
  readonly waybill_no: string;
  readonly kind: string;
  readonly shipped_at: Date | null;
  readonly shipped_by: number | null;
  readonly codes: number;
}

/** 出库单: the codes of a shipped waybill, in bills of at most 3500. */
export const drugBill: Prepare = async (sources, { id }) => {
  const [waybill] = await sources.sql<WaybillRow[]>`
    select w.waybill_no, w.kind, w.shipped_at, w.shipped_by,
      (select count(distinct code) from waybill_goods where waybill_id = w.id and units > 0)::int as codes
    from waybill w where w.id = ${id}`;
  const event = eventOf[waybill?.kind ?? ''];
  if (!waybill || !event) return undefined;
  const lacks = new Lacks(sources.language);
  if (!waybill.shipped_at) lacks.add('waybill.shipped_at', 'freight', waybill.waybill_no);
  const parts = Math.ceil(waybill.codes / maxCodesOfBill);
  if (parts === 0) lacks.add('waybill.goods', 'freight', waybill.waybill_no);
  const [first] = await codesOf(sources, id, 0, 1);
  if (first !== undefined && !isDrugCode(first)) {
    const params = { code: first, screen: lacks.screen('coderule') };
    const message = lacks.text('authority.not_drug_code', params);
    lacks.say({ field: 'code.drug', screen: 'coderule', record: null, message });
  }
  return {
    parts,
    missing: lacks.all,
    write(taking) {
      if (waybill.kind === 'sale' && !taking.to_corp_id?.trim())
        throw badInput({ path: 'to_corp_id', reason: 'required' });
      return billFile(sources, { id, waybill, event, parts }, taking);
    },
  } satisfies Prepared;
};

interface Bill {
  readonly id: number;
  readonly waybill: WaybillRow;
  readonly event: string;
  readonly parts: number;
}

async function* billFile(sources: Sources, { id, waybill, event, parts }: Bill, { part, to_corp_id, tally }: Taking) {
  // The Swedish locale formats times as 2026-01-31 08:00:00.
  const clock = new Intl.DateTimeFormat('sv', { timeZone: sources.timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const codes = await codesOf(sources, id, (part - 1) * maxCodesOfBill, maxCodesOfBill);
  const facts = {
    // The platform accepts each number of a bill only once.
    CorpOrderID: parts > 1 ? `${waybill.waybill_no}-${part}` : waybill.waybill_no,
    // Empty for who may not see the person.
    Actor: (await visibleNames(sources.db, 'account', [waybill.shipped_by])).get(waybill.shipped_by ?? 0) ?? '',
    ActDate: waybill.shipped_at ? clock.format(waybill.shipped_at) : '',
    ToCorpID: to_corp_id?.trim() ?? '',
  };
  yield xmlDeclaration;
  yield xmlTag('Document', {
    'xmlns:xsi': schemaInstance,
    'xsi:noNamespaceSchemaLocation': '终端接口XML Schema-3.0.xsd',
    Version: '3.0',
    License: '',
  });
  yield `\n<Events>\n${xmlTag('Event', { Name: event, MainAction: 'WareHouseOut' })}\n<DataField>\n`;
  for (const code of codes) {
    if (!isDrugCode(code)) throw conflict('not_drug_code', { code });
    yield `${xmlTag('Data', { Code: code, ...facts }, '/>')}\n`;
  }
  tally(codes.length);
  yield '</DataField>\n</Event>\n</Events>\n</Document>\n';
}

/** The codes that were loaded on a waybill, in a stable order, so that they can be divided into bills. */
async function codesOf({ sql, rules }: Sources, id: number, from: number, most: number): Promise<string[]> {
  const rows = await sql<{ code: number }[]>`
    select distinct code from waybill_goods where waybill_id = ${id} and units > 0
    order by code offset ${from} limit ${most}`;
  const ids = rows.map(({ code }) => code);
  const texts = await rules.texts(sql, ids);
  return ids.map((code) => texts.get(code) ?? '');
}
