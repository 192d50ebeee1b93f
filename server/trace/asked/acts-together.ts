import type { RuleBook } from '../../identity/rule-book.ts';
import type { Change } from '../../platform/audit/audit-log.ts';
import type { Account, Caller } from '../../platform/caller.ts';
import type { Connection } from '../../platform/database/database.ts';
import type { ActInput } from '../capture/acts/acting/act-input.ts';
import type { Refused } from '../capture/acts/acting/refused.ts';
import { onceUnderKey, sourceOf } from '../capture/answered-once.ts';
import type { Capture } from '../capture/capture.ts';
import type { Captured, Taken } from '../capture/turns/checked-acts.ts';
import { actRefused } from './asked-codes.ts';
import { doneNow } from './moment.ts';
import { refusedTexts } from './refused-texts.ts';

/** Does one call's work in one transaction, while nobody else writes acts. Sent again with the same key, it answers as before. */
export const onceInTurn = <Answer>(
  { capture }: { readonly capture: Pick<Capture, 'inTurn'> },
  caller: Pick<Caller<Account>, 'account'>,
  batchKey: string | undefined,
  work: (sql: Connection) => Promise<Answer>,
): Promise<Answer> =>
  capture.inTurn((sql) => onceUnderKey(sql, { source: sourceOf(doneNow(caller).by), batchKey }, () => work(sql)));

/**
 * Does acts of which none is to be done without the others: throws 409 that names every code that is refused. Answers the units of
 * each act.
 */
export async function actOnAll(
  sql: Connection,
  { capture, rules }: { readonly capture: Pick<Capture, 'actIn'>; readonly rules: Pick<RuleBook, 'texts'> },
  inputs: readonly ActInput[],
): Promise<number[]> {
  return (await allTaken(sql, rules, await capture.actIn(sql, inputs))).map(({ units }) => units);
}

/** The same for acts that are a part of a change, which was begun in line. Answers the id of each act. */
export async function actInChange(
  { sql }: Pick<Change, 'sql'>,
  { capture, rules }: { readonly capture: Pick<Capture, 'actWith'>; readonly rules: Pick<RuleBook, 'texts'> },
  inputs: readonly ActInput[],
): Promise<number[]> {
  return (await allTaken(sql, rules, await capture.actWith(sql, inputs))).map(({ eventId }) => eventId);
}

async function allTaken(
  sql: Connection,
  rules: Pick<RuleBook, 'texts'>,
  captured: readonly Captured[],
): Promise<Taken[]> {
  const refused = captured.flatMap((one): readonly Refused[] => ('refused' in one ? one.refused : []));
  if (refused.length > 0) throw actRefused(await refusedTexts(sql, rules, refused));
  return captured.flatMap((one) => ('refused' in one ? [] : one));
}
