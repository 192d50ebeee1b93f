import { randomUUID } from 'node:crypto';
import { withEventId } from '#epcis/hash/event-hash.ts';
import { ignoredNames } from '#epcis/hash/pre-hash.ts';
import type { DocumentReading } from '#epcis/model/document.ts';
import { type Problem, problemText } from '#epcis/model/problem.ts';
import { isWorthRepeating } from '#platform/database/database.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { isViolationOf } from '#platform/database/statements/violation.ts';
import { type ProblemBody, problemBody } from '../problem/epcis-exception.ts';
import { type Captured, keepEvents, takenIds } from './keep-events.ts';

export type ErrorBehaviour = 'rollback' | 'proceed';

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
 * Captures a document: its events and the job that tells of them are written in one transaction. Events at fault, or whose ID is
 * taken, are errors of the job; by `rollback` they leave nothing of the document, by `proceed` everything else of it. Answers the
 * job's ID.
 */
export async function captureDocument(
  sql: Sql,
  document: DocumentReading,
  { accountId, behaviour }: { readonly accountId: number; readonly behaviour: ErrorBehaviour },
): Promise<string> {
  const ignored = ignoredNames(document);
  const right = document.events.flatMap(({ event }, position): Captured[] =>
    event ? [{ position, event: withEventId(event, ignored) }] : [],
  );
  const problems = document.events.flatMap((one) => one.problems.map(invalid));
  const attempt = () =>
    sql.begin(async (transaction) => {
      const late = new Set(await takenIds(transaction, right));
      const errors = [...problems, ...[...late].map(taken)];
      const fresh = right.filter((one) => !late.has(one));
      const kept = behaviour === 'rollback' && errors.length > 0 ? [] : fresh;
      const id = await noteCapture(transaction, { document, accountId, behaviour, outcome: { kept, errors } });
      await keepEvents(transaction, kept, { captureId: id, accountId });
      return id;
    });
  return repeated(attempt);
}

/** Captures one event at once. Answers its ID; undefined if that is taken. */
export async function captureEvent(sql: Sql, event: Captured['event'], accountId: number): Promise<string | undefined> {
  const captured = { position: 0, event };
  return repeated(() =>
    sql.begin(async (transaction) => {
      if ((await takenIds(transaction, [captured])).length > 0) return undefined;
      await keepEvents(transaction, [captured], { captureId: null, accountId });
      return event.eventID;
    }),
  );
}

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
  sql: Parameters<typeof keepEvents>[0],
  {
    document,
    accountId,
    behaviour,
    outcome: { kept, errors },
  }: {
    readonly document: DocumentReading;
    readonly accountId: number;
    readonly behaviour: ErrorBehaviour;
    readonly outcome: Outcome;
  },
): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into epcis_capture (id, account_id, finished_at, error_behaviour, success, events, kept, errors, master_data)
    values (${id}, ${accountId}, now(), ${behaviour}, ${errors.length === 0}, ${document.events.length}, ${kept.length},
      ${sql.json(errors)}, ${sql.json(document.masterData)})`;
  return id;
}
