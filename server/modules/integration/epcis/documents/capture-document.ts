import { randomUUID } from 'node:crypto';
import { withEventIds } from '#epcis/hash/event-hash.ts';
import { ignoredNames } from '#epcis/hash/pre-hash.ts';
import type { DocumentReading } from '#epcis/model/document.ts';
import { type Problem, problemText } from '#epcis/model/problem.ts';
import { type Connection, isWorthRepeating } from '#platform/database/database.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { isViolationOf } from '#platform/database/statements/violation.ts';
import { type Captured, keepEvents, takenIds } from '../capture/keep-events.ts';
import { actOfEvent } from '../goods/act-of-event.ts';
import type { Capturing, GoodsCapture } from '../goods/capture-goods.ts';
import { type OwnCodes, objectsOf } from '../goods/own-codes.ts';
import { type ProblemBody, problemBody } from '../problem/epcis-exception.ts';
import { keepMasterData } from '../query/conditions/master-data.ts';
import { keepOutcomes, takenByOwn } from './outcomes.ts';

export type ErrorBehaviour = 'rollback' | 'proceed';

/** What capturing needs. */
export interface CaptureParts {
  readonly sql: Sql;
  readonly goods: GoodsCapture;
}

/** What became of a document. */
interface Outcome {
  readonly kept: readonly Captured[];
  readonly errors: readonly ProblemBody[];
}

const invalid = (problem: Problem): ProblemBody => problemBody('ValidationException', problemText(problem));
const taken = ({ position, event }: Captured): ProblemBody =>
  problemBody(
    'ResourceAlreadyExistsException',
    `eventList[${position}].eventID ${event.eventID} is that of another event; only an error declaration may repeat it`,
  );

/**
 * Captures a document: its events and the job that tells of them are written in one transaction. Events at fault, whose ID is
 * taken, or that the capture of our codes refuses, are errors of the job; by `rollback` they leave nothing of the document, by `proceed`
 * everything else of it. Answers the job's ID.
 */
export async function captureDocument(
  parts: CaptureParts,
  document: DocumentReading,
  { behaviour, ...capturing }: Capturing & { readonly behaviour: ErrorBehaviour },
): Promise<string> {
  const read = document.events.flatMap(({ event }, position) => (event ? [{ position, event }] : []));
  const identified = withEventIds(
    read.map(({ event }) => event),
    ignoredNames(document),
  );
  const right = identified.map((event, at): Captured => ({ position: read[at]?.position ?? at, event }));
  const problems = document.events.flatMap((one) => one.problems.map(invalid));
  const id = randomUUID();
  const note = (sql: Connection, outcome: Outcome) =>
    noteCapture(sql, { id, document, accountId: capturing.account.id, behaviour, outcome });
  const undone = await captureEvents(parts, right, { ...capturing, captureId: id, behaviour, problems, note });
  if (undone) await parts.sql.begin((sql) => note(sql, { kept: [], errors: undone }));
  return id;
}

/** Captures one event at once. Answers what is wrong with it; undefined if it was taken. */
export async function captureEvent(
  parts: CaptureParts,
  event: Captured['event'],
  capturing: Capturing,
): Promise<ProblemBody | undefined> {
  const note = async () => {};
  const how = { ...capturing, captureId: null, behaviour: 'rollback', problems: [], note } as const;
  return (await captureEvents(parts, [{ position: 0, event }], how))?.[0];
}

interface How extends Capturing {
  readonly captureId: string | null;
  readonly behaviour: ErrorBehaviour;
  /** What is wrong with other events. */
  readonly problems: readonly ProblemBody[];
  readonly note: (sql: Connection, outcome: Outcome) => Promise<void>;
}

/** What is wrong with events of which nothing is to be kept. */
class Undone extends Error {
  readonly errors: readonly ProblemBody[];

  constructor(errors: readonly ProblemBody[]) {
    super('nothing of the events is captured');
    this.errors = errors;
  }
}

/** Captures events all or, by `proceed`, those that are right. Answers the errors if nothing was written because of them. */
async function captureEvents(
  { sql, goods }: CaptureParts,
  events: readonly Captured[],
  { captureId, behaviour, problems, note, ...capturing }: How,
): Promise<readonly ProblemBody[] | undefined> {
  const own = await goods.ownCodes(capturing.account, events);
  const about = new Set(events.filter((one) => isAboutOwn(one, own)));
  const attempt = async (transaction: Connection) => {
    const late = new Set([
      ...(await takenIds(transaction, events)),
      ...(await takenByOwn(goods.reading(transaction), events)),
    ]);
    const fresh = events.filter((one) => !late.has(one));
    const outcomes = await goods.carryOut(
      transaction,
      capturing,
      own,
      fresh.filter((one) => about.has(one)),
    );
    const refused = [...outcomes].flatMap(([{ position }, outcome]) =>
      'error' in outcome ? problemBody('ValidationException', `eventList[${position}] ${outcome.error}`) : [],
    );
    const errors = [...problems, ...[...late].map(taken), ...refused];
    if (behaviour === 'rollback' && errors.length > 0) throw new Undone(errors);
    const kept = fresh.filter((one) => !('error' in (outcomes.get(one) ?? {})));
    await note(transaction, { kept, errors });
    const numbers = await keepEvents(transaction, kept, { captureId, accountId: capturing.account.id });
    await keepOutcomes(transaction, goods, capturing, { numbers, outcomes });
  };
  const isByDocument = [...about].some(({ event }) => /desadv|rma/.test(actOfEvent(event)?.by ?? ''));
  try {
    await repeated(() => (about.size === 0 ? sql.begin(attempt) : goods.transaction(isByDocument, attempt)));
    return undefined;
  } catch (error) {
    if (error instanceof Undone) return error.errors;
    throw error;
  }
}

/** An error declaration changes no state: what is wrong here is declared wrong here. */
const isAboutOwn = ({ event }: Captured, own: OwnCodes): boolean =>
  event.errorDeclaration === undefined && objectsOf(event).some((uri) => own.has(uri));

/** How often the same events may be captured by others at the same time. */
const attempts = 10;

/** Does work again if somebody captured one of its events meanwhile: the next look finds it. */
async function repeated<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isOvertaken = isViolationOf('epcis_event_once', error) || isWorthRepeating(error);
      if (!isOvertaken || attempt === attempts) throw error;
    }
  }
}

async function noteCapture(
  sql: Connection,
  {
    id,
    document,
    accountId,
    behaviour,
    outcome: { kept, errors },
  }: {
    readonly id: string;
    readonly document: DocumentReading;
    readonly accountId: number;
    readonly behaviour: ErrorBehaviour;
    readonly outcome: Outcome;
  },
): Promise<void> {
  await sql`
    insert into epcis_capture (id, account_id, finished_at, error_behaviour, success, events, kept, errors, master_data)
    values (${id}, ${accountId}, now(), ${behaviour}, ${errors.length === 0}, ${document.events.length}, ${kept.length},
      ${sql.json(errors)}, ${sql.json(document.masterData)})`;
  if (behaviour === 'proceed' || errors.length === 0) await keepMasterData(sql, document.masterData);
}
