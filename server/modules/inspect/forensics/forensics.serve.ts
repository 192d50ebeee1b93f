import type { InputOf } from '@suyuan/contract/call/call.ts';
import {
  forensicAdd,
  forensicCase,
  forensicDelete,
  forensicSeal,
  forensicUpdate,
} from '@suyuan/contract/inspect/case/forensic-case.ts';
import type { Kysely } from 'kysely';
import { requireArea } from '#platform/areas/areas.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { serveDeclaredList } from '#platform/lists/declared-list.ts';
import { defineNumberSeries, withNextNumber } from '#platform/records/number-series.ts';
import { badInput, conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { eventRefused } from '#trace/lookup/code-lookup.ts';
import { codeOfRows } from '#trace/lookup/event-rows.ts';
import { isGuess, type ReadText, readTexts } from '#trace/read-texts.ts';
import { readCodes } from '#trace/state/code-records.ts';
import { inspectionEvent, lookedAt } from '../looked-at.ts';
import { chainOf } from './chain.ts';
import { serveForensicPhotos } from './forensic-photos.ts';
import { byKey, cases, draft, presented } from './forensic-rows.ts';
import { sealOf } from './seal/seal.ts';
import { sealedFacts } from './seal/sealed-facts.ts';

const caseNumbers = defineNumberSeries({
  prefix: 'QZ',
  sequence: 'forensic_no',
  table: 'forensic_case',
  column: 'case_no',
  unique: 'forensic_case_case_no_key',
});

/** 取证: cases with their photos, which cannot be changed once they are sealed. */
export default function serveForensics(services: Services, shared: SharedServices): void {
  const { routes, system } = services;

  serveDeclaredList(services, forensicCase, {
    rows: cases,
    resolveFilters: (filters) => codeOfRows(services, shared, filters),
    defaultSort: '-created_at',
    present: presented,
  });

  routes.change(forensicAdd, async ({ draft_key, found_at, inspect_id, case_id, ...facts }, caller, change) => {
    const existing = draft_key === undefined ? undefined : await byKey(change.db, draft_key);
    if (existing) return existing;
    const values = await columnsFrom(services, shared, facts, caller);
    const row = {
      ...values,
      ...(await linksOf(change.db, { inspect_id, case_id })),
      draft_key: draft_key ?? null,
      found_at: new Date(lookedAt('found_at', found_at).at),
      created_by: caller.account.id,
    };
    const newCase = await withNextNumber(change, caseNumbers, (case_no) =>
      change.db
        .insertInto('forensic_case')
        .values({ ...row, case_no })
        .onConflict((on) => on.column('draft_key').doNothing())
        .returning(['id', 'case_no'])
        .executeTakeFirst(),
    );
    // The same draft was sent concurrently, and the other request has added it.
    const answer = newCase ?? (await byKey(system.enterprise.db, draft_key ?? ''));
    if (!answer) throw notFound('forensic_case');
    change.made('forensic_case', answer.id);
    return answer;
  });

  routes.change(forensicUpdate, async ({ id, found_at, ...facts }, caller, change) => {
    await draft(change, id);
    const values = await columnsFrom(services, shared, facts, caller);
    const columns =
      found_at === undefined ? values : { ...values, found_at: new Date(lookedAt('found_at', found_at).at) };
    await change.db
      .updateTable('forensic_case')
      .set({ ...columns, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    return { id };
  });

  routes.change(forensicDelete, async ({ id }, _, change) => {
    await draft(change, id);
    await change.db.deleteFrom('forensic_photo').where('case_id', '=', id).execute();
    await change.db.deleteFrom('forensic_case').where('id', '=', id).execute();
    return { id };
  });

  routes.changeDeferred(forensicSeal, ({ id }, { account }, inTransaction) =>
    shared.capture.queued(() =>
      inTransaction(async (change) => {
        const row = await draft(change, id);
        const photos = await change.db.selectFrom('forensic_photo').select('id').where('case_id', '=', id).execute();
        if (photos.length === 0) throw conflict('forensic_without_photo');
        const links = await chainOf(system.enterprise.sql, shared, row.code_id);
        const values = { status: 'sealed' as const, chain: links, sealed_by: account.id, sealed_at: new Date() };
        const seal = sealOf(await sealedFacts(change.db, { ...row, ...values }));
        const { code_id: code, dealer_id: dealerId, found_at } = row;
        const inspection = { code, dealerId, at: found_at.getTime(), utcOffset: 0 };
        const event_id = await inspectionEvent(shared, change, account, inspection);
        await change.db
          .updateTable('forensic_case')
          .set({ ...values, chain: ksql`${JSON.stringify(links)}::text::jsonb`, seal, event_id })
          .where('id', '=', id)
          .execute();
        return { seal };
      }),
    ),
  );

  serveForensicPhotos(services);
}

/** The columns for the facts of a case. Issued codes are normalised, others stored as given. */
async function columnsFrom(
  services: Services,
  shared: SharedServices,
  { code, position, place, note, ...rest }: Omit<InputOf<typeof forensicUpdate>, 'id' | 'found_at'>,
  caller: Caller<Account>,
) {
  requireArea({ input: { area_code: rest.area_code ?? null } });
  if (rest.dealer_id) await requireDealer(caller.db, rest.dealer_id);
  return {
    ...rest,
    ...(code === undefined ? {} : await codeColumns(services.system.enterprise.sql, shared, code, caller)),
    ...(position === undefined ? {} : { latitude: position?.latitude ?? null, longitude: position?.longitude ?? null }),
    ...(place === undefined ? {} : { place: place?.trim() || null }),
    ...(note === undefined ? {} : { note: note?.trim() || null }),
  };
}

async function codeColumns(sql: Connection, shared: SharedServices, text: string | null, caller: Caller<Account>) {
  if (!text?.trim()) return { code: null, code_id: null };
  const watch = await shared.guesses.watch(caller);
  const [read] = (await readTexts({ sql, rules: shared.rules, reportsMisread: true }, [text])) as [ReadText];
  const { code, refused } = read;
  if (refused?.reason === 'product_code_only') throw eventRefused([refused]);
  const isIssued = code !== undefined && (await readCodes(sql, [code.id])).get(code.id) !== undefined;
  await watch.saw(1, isIssued || (refused && !isGuess(refused)) ? 0 : 1);
  // A label that contradicts its code is evidence as it is: the code alone would say that all is well.
  if (isIssued && !refused) return { code: code.code, code_id: code.id };
  return { code: text.trim().slice(0, 256), code_id: null };
}

/** The inspection that evidence was collected at, and the case of that inspection, unless another one is given. */
async function linksOf(
  db: Kysely<Schema>,
  { inspect_id, case_id }: { readonly inspect_id: number | undefined; readonly case_id: number | undefined },
) {
  const inspection =
    inspect_id === undefined
      ? undefined
      : await db.selectFrom('inspect_record').select(['id', 'case_id']).where('id', '=', inspect_id).executeTakeFirst();
  if (inspect_id !== undefined && !inspection)
    throw badInput({ path: 'inspect_id', reason: 'no_such', params: { value: inspect_id } });
  const inspected =
    case_id === undefined
      ? undefined
      : await db.selectFrom('inspect_case').select('id').where('id', '=', case_id).executeTakeFirst();
  if (case_id !== undefined && !inspected)
    throw badInput({ path: 'case_id', reason: 'no_such', params: { value: case_id } });
  return { inspect_id: inspection?.id ?? null, inspect_case_id: inspected?.id ?? inspection?.case_id ?? null };
}

async function requireDealer(db: Kysely<Schema>, id: number): Promise<void> {
  const dealer = await db.selectFrom('dealer').select('id').where('id', '=', id).executeTakeFirst();
  if (!dealer) throw badInput({ path: 'dealer_id', reason: 'no_such', params: { value: id } });
}
