import type { Sql } from '#platform/database/driver/sql.ts';

interface Suspected {
  readonly subject: string;
  readonly rule?: 'outside_area' | 'visits';
  readonly dealerId?: number;
  readonly productId?: number;
  readonly waybillId?: number;
  /** Where it was seen: the province in words, and the place that a consumer told. */
  readonly province?: string;
  readonly at?: readonly [latitude: number, longitude: number];
}

/** Keeps an open warning, as the rules would have; resolves to its id. */
export async function suspected(sql: Sql, one: Suspected): Promise<number> {
  const { subject, rule = 'visits', dealerId = null, productId = null, waybillId = null, province = '', at } = one;
  const seen = {
    at: new Date().toISOString(),
    code: subject,
    scans: 1,
    verdict: 'repeated',
    city: '',
    device: 'phone',
  };
  const visit = { ...seen, province, latitude: at?.[0] ?? null, longitude: at?.[1] ?? null };
  const [row] = await sql<{ id: number }[]>`
    insert into consumer_warning
      (rule, subject, code, dealer_id, product_id, waybill_id, region, place_basis, param_version, limits, figures, visits,
        first_at, last_at, seen_at)
    values (${rule}, ${subject}, ${subject}, ${dealerId}, ${productId}, ${waybillId}, ${province}, 'none', 1, '{}', '{}',
      ${JSON.stringify([visit])}::text::jsonb, now(), now(), now())
    returning id`;
  return (row as { id: number }).id;
}
