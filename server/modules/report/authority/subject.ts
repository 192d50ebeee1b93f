import type { AuthoritySubject } from '@suyuan/contract/report/authority-file.ts';
import { type Account, type Caller, isOfEnterprise } from '#platform/caller.ts';
import { ksql } from '#platform/database/schema.ts';
import { badInput, notFound } from '#platform/refusal.ts';

/** The subject of files: a work order, waybill or lot. */
export interface Subject {
  readonly of: AuthoritySubject;
  readonly id: number;
  /** The number as stored; the search is case-insensitive. */
  readonly no: string;
  readonly productCode: string | null;
}

interface SubjectInput {
  readonly of: AuthoritySubject;
  readonly no: string;
  readonly product_code?: string;
}

/** Finds the subject among the rows that the caller may see; throws 404 otherwise. */
export async function subjectOf({ account, db }: Caller<Account>, input: SubjectInput): Promise<Subject> {
  const no = input.no.trim();
  if (input.of === 'work_order') {
    const row = await db
      .selectFrom('work_order')
      .select(['id', 'order_no as no'])
      .where(ksql`lower(work_order.order_no)`, '=', no.toLowerCase())
      .executeTakeFirst();
    if (!row) throw notFound('work_order');
    return { of: 'work_order', ...row, productCode: null };
  }
  if (input.of === 'waybill') {
    const row = await db
      .selectFrom('waybill')
      .select(['id', 'waybill_no as no'])
      .where(ksql`lower(waybill.waybill_no)`, '=', no.toLowerCase())
      .executeTakeFirst();
    if (!row) throw notFound('waybill');
    return { of: 'waybill', ...row, productCode: null };
  }
  // Several parties may make and sell a lot, so only the enterprise may see it.
  if (!isOfEnterprise(account)) throw notFound('lot');
  const productCode = input.product_code?.trim();
  if (!productCode) throw badInput({ path: 'product_code', reason: 'required' });
  const row = await db
    .selectFrom('lot')
    .innerJoin('product', 'product.id', 'lot.product_id')
    .select(['lot.id', 'lot.lot_no as no', 'product.product_code as productCode'])
    .where('lot.lot_no', '=', no)
    .where(ksql`lower(product.product_code)`, '=', productCode.toLowerCase())
    .executeTakeFirst();
  if (!row) throw notFound('lot');
  return { of: 'lot', ...row };
}
