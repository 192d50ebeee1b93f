import { setImmediate } from 'node:timers/promises';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { type CodeFacts, codeFacts, codesExport, codesQuery, maxCodes } from '@suyuan/contract/tagging/code-query.ts';
import { exportedOf } from '@suyuan/contract/thing/thing-fields.ts';
import type { Kysely } from 'kysely';
import pLimit from 'p-limit';
import type { GuessLimit, GuessWatch } from '#identity/guess-limit.ts';
import { textsOf } from '#identity/imported-codes.ts';
import { counterOf, type RecognisedCode, type RuleBook } from '#identity/rule-book.ts';
import { type Account, type Caller, isOfEnterprise } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import { sendTable } from '#platform/lists/export.ts';
import { badInput, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { goodsOnHold } from '#trace/lookup/goods-on-hold.ts';
import { ownCodes } from '#trace/lookup/own-goods.ts';
import type { RefusedText } from '#trace/lookup/refused-texts.ts';
import { isGuess, readTexts } from '#trace/read-texts.ts';
import { refusalText } from '#trace/refusal-text.ts';
import type { CodeRecord } from '#trace/state/code-record.ts';
import { type CodeRecords, readCodes } from '#trace/state/code-records.ts';
import { numberedRange } from '../order/code-target.ts';

/** The number of codes looked up together; other calls are served between batches. */
const batch = 1000;
/** The most large queries that run at the same time, over all callers. */
const atOnce = 2;

type QueryInput = Omit<InputOf<typeof codesExport>, 'format'>;

/** Serves the facts of up to 100 000 codes, as an answer or a file. */
export function serveCodeQuery(services: Services, rules: RuleBook, guesses: GuessLimit): void {
  const { routes, answers } = services;
  const limit = pLimit(atOnce);

  routes.serve(codesQuery, async (input, caller) => {
    const batches = watched(factsOf(services, rules, input, caller), await guesses.watch(caller));
    if (isShort(input)) return (await batches.next()).value ?? [];
    answers.admit(caller.reply, caller.account);
    await answers.send(caller, { type: 'application/json; charset=utf-8' }, () => envelopeOf(batches), limit);
    return caller.reply;
  });

  routes.serve(codesExport, async ({ format, ...input }, caller) => {
    const watch = await guesses.watch(caller);
    const table = {
      list: 'rulenews',
      format,
      columns: exportedOf(codeFacts),
      timeZone: services.timeZone(),
      rows: rowsOf(watched(factsOf(services, rules, input, caller), watch)),
    };
    await sendTable(answers, caller, table, limit);
  });
}

/** Passes the facts on; throws if too many codes are unknown, and since answers are completed first, none is sent then. */
async function* watched(batches: AsyncIterable<FactsOfBatch>, watch: GuessWatch): AsyncGenerator<CodeFacts[]> {
  for await (const { facts, guesses } of batches) {
    await watch.saw(facts.length, guesses);
    yield facts;
  }
}

/** The facts of some codes, and how many of the texts were guesses; the same one twice counts once. */
interface FactsOfBatch {
  readonly facts: CodeFacts[];
  readonly guesses: number;
}

const isShort = ({ codes, from = 1, to = maxCodes }: QueryInput): boolean => (codes?.length ?? to - from + 1) <= batch;

async function* rowsOf(batches: AsyncIterable<CodeFacts[]>): AsyncGenerator<CodeFacts> {
  for await (const some of batches) yield* some;
}

/** Writes the answer to a large query batch by batch, so that it is never in memory as a whole. */
async function* envelopeOf(batches: AsyncIterable<CodeFacts[]>): AsyncGenerator<string> {
  yield `{"status_code":200,"message":"ok","code":${ErrorCode.ok},"data":[`;
  let isFirst = true;
  for await (const some of batches) {
    if (some.length === 0) continue;
    yield `${isFirst ? '' : ','}${JSON.stringify(some).slice(1, -1)}`;
    isFirst = false;
    await setImmediate();
  }
  yield ']}';
}

interface Wanted extends Pick<RecognisedCode, 'id' | 'code'> {
  readonly ruleName: string;
}

/** Texts as codes, and why they are none or contradict their labels. */
interface Read {
  readonly codes: readonly (Wanted | undefined)[];
  readonly refused: readonly (RefusedText | undefined)[];
}

async function* factsOf(
  services: Services,
  rules: RuleBook,
  input: QueryInput,
  caller: Caller<Account>,
): AsyncGenerator<FactsOfBatch> {
  const { codes, order_id } = input;
  const { sql } = services.system.codes;
  if (codes) {
    for (let offset = 0; offset < codes.length; offset += batch) {
      const texts = codes.slice(offset, offset + batch);
      const readings = await readTexts({ sql, rules, reportsMisread: isOfEnterprise(caller.account) }, texts);
      const sources = readings.map(
        ({ code }): Wanted | undefined => code && { id: code.id, code: code.code, ruleName: code.rule.name },
      );
      const refusals = readings.map((one) => one.refused);
      yield factsOfBatch(services, rules, texts, { codes: sources, refused: refusals }, caller);
    }
    return;
  }
  if (order_id === undefined) throw badInput({ path: 'codes', reason: 'required' });
  const order = await orderOf(caller.db, order_id);
  const { first, last } = numberedRange(order, input.from ?? 1, input.to ?? Math.min(order.quantity, maxCodes));
  if (last - first >= maxCodes) throw badInput({ path: 'to', reason: 'too_many', params: { limit: maxCodes } });
  for (let id = first; id <= last; id += batch) {
    const ids = Array.from({ length: Math.min(batch, last - id + 1) }, (_, n) => id + n);
    const texts = order.kind === 'imported' ? await textsOf(sql, ids) : undefined;
    const coder = texts ? undefined : rules.of(first).coder;
    const codes = ids.map((one) => ({
      id: one,
      code: (texts ? texts.get(one) : coder?.encode(counterOf(one))) ?? '',
      ruleName: order.rule_name,
    }));
    yield factsOfBatch(
      services,
      rules,
      codes.map(({ code }) => code),
      { codes, refused: [] },
      caller,
    );
  }
}

async function orderOf(db: Kysely<Schema>, id: number) {
  const order = await db
    .selectFrom('code_order as o')
    .innerJoin('code_rule as r', 'r.id', 'o.rule_id')
    .select(['o.first_id', 'o.quantity', 'r.kind', 'r.rule_name'])
    .where('o.id', '=', id)
    .executeTakeFirst();
  if (!order) throw notFound('code_order');
  return order;
}

async function factsOfBatch(
  services: Services,
  rules: RuleBook,
  texts: readonly string[],
  { codes: sources, refused }: Read,
  caller: Caller<Account>,
): Promise<FactsOfBatch> {
  const { sql } = services.system.codes;
  const ids = [...new Set(sources.flatMap((code) => (code ? [code.id] : [])))];
  const [codes, scans] = await Promise.all([
    readCodes(sql, ids),
    sql<Scanned[]>`
      select code_id, scan_count, first_at, last_at from scan_stat where code_id = any(${ids}::bigint[])`,
  ]);
  const scanOfCode = new Map(scans.map((row) => [row.code_id, row]));
  const own = await ownCodes(caller, codes.among(ids));
  const [parents, onHold] = await Promise.all([
    rules.texts(sql, [...new Set([...own.values()].flatMap(({ parent }) => parent ?? []))]),
    goodsOnHold(sql, caller.db, codes, []),
  ]);
  const facts = texts.map((input, index): CodeFacts => {
    const source = sources[index];
    const ownRecord = source && own.get(source.id);
    const why = refused[index];
    // What a code is says nothing of a label that contradicts it.
    const record = why ? undefined : ownRecord;
    const goods = record && codes.goodsOf(record);
    const isEnterprise = isOfEnterprise(caller.account);
    // Parties do not learn codes that were not issued, nor the orders of codes.
    const code = ownRecord || isEnterprise ? source : undefined;
    const isUnknown = code === undefined && source !== undefined;
    const enterpriseRecord = isEnterprise ? record : undefined;
    const scan = code && scanOfCode.get(code.id);
    return {
      input,
      code: code?.code ?? null,
      state: record ? stateOf(codes, record) : ('unknown' as const),
      refused:
        why && !isUnknown ? refusalText({ language: caller.language, timeZone: services.timeZone() }, why) : null,
      rule_name: code?.ruleName ?? null,
      order_id: enterpriseRecord?.issue.order_id ?? null,
      order_no: enterpriseRecord?.issue.order_no ?? null,
      product_id: goods?.product_id ?? null,
      product_code: goods?.product_code ?? null,
      product_name: goods?.product_name ?? null,
      lot: goods?.lot ?? null,
      production_date: goods?.production_date ?? null,
      on_hold: record !== undefined && onHold.of(record).held,
      parent: parents.get(enterpriseRecord?.parent ?? 0) ?? null,
      scan_count: scan?.scan_count ?? 0,
      first_scan_at: scan?.first_at.toISOString() ?? null,
      ...lastEvent(codes, record, scan),
    };
  });
  const guesses = facts.flatMap(({ input, state }, index) => {
    const why = refused[index];
    return state === 'unknown' && (!why || isGuess(why)) ? [input] : [];
  });
  return { facts, guesses: new Set(guesses).size };
}

interface Scanned {
  readonly code_id: number;
  readonly scan_count: number;
  readonly first_at: Date;
  readonly last_at: Date;
}

const ofRange = { issued: 'issued', bound: 'bound', void: 'closed' } as const;

/** What happened to a code last: a scan, an event, or what became of the range that it belongs to. */
function lastEvent(
  codes: CodeRecords,
  record: CodeRecord | undefined,
  scan: Scanned | undefined,
): Pick<CodeFacts, 'last_event' | 'last_event_at'> {
  if (!record) return { last_event: null, last_event_at: null };
  const { issue, lastAt } = record;
  const [status, last] = [codes.statusOf(record), codes.lastEventOf(record)];
  // When the code was last bound, closed, or otherwise changed; what was declared wrong has never happened.
  const changeTime = Math.max(lastAt, issue.changed_at?.getTime() ?? 0);
  const eventOfRange = changeTime === 0 && status === 'bound' ? 'issued' : ofRange[status];
  const since = last && last.ref.at >= changeTime ? { event: last.act, at: new Date(last.ref.at) } : undefined;
  const { event, at } = since ?? { event: eventOfRange, at: changeTime > 0 ? new Date(changeTime) : issue.ordered_at };
  if (scan && scan.last_at > at) return { last_event: 'scanned', last_event_at: scan.last_at.toISOString() };
  return { last_event: event, last_event_at: at.toISOString() };
}

/** As the ledger has it: void once it is closed, else what events made of it, else what its range is. */
function stateOf(codes: CodeRecords, record: CodeRecord): CodeFacts['state'] {
  const life = codes.lifeOf(record);
  return record.closed || life === 'issued' || life === 'active' ? codes.statusOf(record) : life;
}
