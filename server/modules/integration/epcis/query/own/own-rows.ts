import { type EventType, eventTypes } from '@suyuan/contract/trace/events.ts';
import { masterDataNamespace } from '#epcis/model/namespaces.ts';
import { canonicalWord } from '#epcis/model/vocabulary.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import { rowOfEventId, spanOfEventId } from '#trace/epcis/event-ids.ts';
import { codeInTag } from '#trace/epcis/own-uri.ts';
import { journeyOf, type PlacedCode } from '#trace/flow/code-journey.ts';
import { type CodeSpan, spansWith } from '#trace/flow/code-spans.ts';
import { existenceFact, extensionName } from '../../capture/facts-of-event.ts';
import type { Condition } from '../conditions/condition.ts';

/** The rows of `trace_event` that events which meet some conditions can be of. Others of their events may not meet them. */
export interface Narrowed {
  /**
   * Conditions on rows `e`, and on their spans `s` if they are about ranges of codes. `recorded` is the column with the time at which
   * they were recorded.
   */
  readonly where: (recorded: Fragment) => Fragment[];
  /** With undefined, events are wanted with all their packages. */
  readonly about: CodesAbout | undefined;
}

/** What is known of the codes that were asked for. */
interface CodesAbout {
  readonly packages: readonly number[];
  readonly placed: readonly PlacedCode[];
}

interface Reading {
  readonly sql: Connection;
  readonly rules: Pick<RuleBook, 'find'>;
}

/** Where to look for events that meet all conditions; undefined if the enterprise's own events never do. */
export async function rowsFor(reading: Reading, conditions: readonly Condition[]): Promise<Narrowed | undefined> {
  const { sql } = reading;
  if (!conditions.every(mayHold)) return undefined;
  const objects = await objectsIn(reading, conditions);
  if (objects === 'none') return undefined;
  return {
    where: (recorded) => [
      ...conditions.flatMap((condition) => rowCondition(sql, condition, recorded)),
      ...(objects ? [sql`e.id = any(${[...objects.events]}::bigint[])`, isSpanAmong(sql, objects.spans)] : []),
    ],
    about: objects,
  };
}

const ilmdNames = ['lotNumber', 'itemExpirationDate'].map((local) =>
  existenceFact('ILMD', false, extensionName(masterDataNamespace, local)),
);
const beginnings = [
  'set=',
  'unset=',
  'bizTransaction ',
  'source ',
  'destination ',
  'errorReason=',
  'correctiveEventID=',
];

/** Whether an event of the enterprise's own can meet a condition at all. They have no sensors, quantities or extensions. */
function mayHold(condition: Condition): boolean {
  switch (condition.is) {
    case 'type':
      return condition.types.some((type) => type === 'ObjectEvent' || type === 'AggregationEvent');
    case 'word':
      return condition.of === 'disposition' || condition.words.some((word) => actsOf(word) !== 'none');
    case 'identifier':
      return condition.of !== 'transformationID';
    case 'eventID':
      return condition.ids.some((id) => rowOfEventId(id) !== undefined);
    case 'object':
      return condition.fields.some((field) => fieldsOfOwn.has(field));
    case 'fact':
      return condition.facts.some(
        (fact) =>
          beginnings.some((beginning) => fact.startsWith(beginning)) || ilmdNames.some((name) => fact.startsWith(name)),
      );
    case 'measure':
      return condition.any.some(({ name }) => ilmdNames.includes(name));
    default:
      return true;
  }
}

const fieldsOfOwn: ReadonlySet<string> = new Set(['epcList', 'childEPCs', 'parentID', 'quantityList']);

function rowCondition(sql: Connection, condition: Condition, recorded: Fragment): Fragment[] {
  switch (condition.is) {
    case 'time':
      return condition.of === 'declarationTime' ? [] : [momentIs(sql, condition, recorded)];
    case 'word': {
      if (condition.of === 'disposition') return [];
      const acts = condition.words.map(actsOf);
      if (acts.includes('any')) return [];
      const numbers = acts.flatMap((one) => (typeof one === 'string' ? [] : one));
      return [sql`e.act = any(${numbers}::smallint[])`];
    }
    case 'eventID': {
      const spans = condition.ids.flatMap((id) => spanOfEventId(id) ?? []);
      return [sql`e.id = any(${spans.map(({ event }) => event)}::bigint[])`, isSpanAmong(sql, spans)];
    }
    default:
      return [];
  }
}

/** Of rows about ranges of codes, only these spans. */
const isSpanAmong = (sql: Connection, spans: readonly Pick<CodeSpan, 'event' | 'index'>[]): Fragment => sql`
  (s.index is null or (e.id, s.index) in (
    select * from unnest(${spans.map(({ event }) => event)}::bigint[], ${spans.map(({ index }) => index)}::bigint[])))`;

/** Events have their times with milliseconds, so a row may be a little later than its events. */
function momentIs(
  sql: Connection,
  { of, end, moment }: Extract<Condition, { is: 'time' }>,
  recorded: Fragment,
): Fragment {
  const column = of === 'eventTime' ? sql`e.event_time` : recorded;
  return end === 'from'
    ? sql`${column} >= ${moment}::timestamptz`
    : sql`${column} < ${moment}::timestamptz + interval '1 millisecond'`;
}

/** The numbers of the events that a business step can be of: `any` where many events have it beside their own. */
function actsOf(word: string): readonly number[] | 'any' | 'none' {
  if (beside.has(word)) return 'any';
  const numbers = (Object.keys(eventTypes) as EventType[])
    .filter((act) => canonicalWord(eventTypes[act].bizStep, 'bizStep') === word || besideOf(act).includes(word))
    .map((act) => eventTypes[act].no);
  return numbers.length === 0 ? 'none' : numbers;
}

const stepWord = (step: string): string => canonicalWord(step, 'bizStep');

/** Goods are taken out of packages, and put into others, by events of every kind. */
const beside: ReadonlySet<string> = new Set(['packing', 'unpacking'].map(stepWord));

/** Steps that an event has beside its own. */
function besideOf(act: EventType): string[] {
  if (act === 'replace') return [stepWord('commissioning')];
  return act === 'restock' || act === 'destroy' ? [stepWord('inspecting')] : [];
}

/** The events about the objects that were asked for; undefined if none were, or not by what tells the codes. */
async function objectsIn(
  reading: Reading,
  conditions: readonly Condition[],
): Promise<
  (CodesAbout & { readonly events: readonly number[]; readonly spans: readonly CodeSpan[] }) | undefined | 'none'
> {
  const asked = conditions.filter((one) => one.is === 'object');
  const byCode = asked.find(({ fields, patterns }) => patterns.length === 0 && !fields.includes('quantityList'));
  if (!byCode) return undefined;
  const codes = await codesOf(reading, byCode.uris);
  if (codes.length === 0) return 'none';
  const journeys = [];
  for (const code of codes) journeys.push(await journeyOf(reading.sql, code));
  const spans = await spansWith(reading.sql, codes);
  const events = [...journeys.flatMap((one) => one.events), ...spans.map(({ event }) => event)];
  return {
    events: [...new Set(events)],
    packages: [...new Set(journeys.flatMap((one) => [...one.codes, ...one.opened]))],
    placed: journeys.flatMap(({ placed }) => placed),
    spans,
  };
}

/** The codes of this enterprise that URIs stand for. */
async function codesOf({ sql, rules }: Reading, uris: readonly string[]): Promise<number[]> {
  const found = await rules.find(
    sql,
    uris.map((uri) => codeInTag(uri) ?? uri),
  );
  return [...new Set(found.flatMap((one) => one?.id ?? []))];
}
