import { type ExceptionKindName, type ExceptionScreen, kindsOn } from '@suyuan/contract/trace/exception.ts';
import { type Account, type Caller, holds } from '#platform/caller.ts';
import { type Language, type Locale, text } from '#platform/language.ts';
import { badInput, conflict, notFound, type Problem } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { isGuess } from '../read-texts.ts';
import { refusalText } from '../refusal-text.ts';
import { refusalsInWords } from './exception-detail.ts';
import type { Beyond, Tried } from './exception-kind.ts';
import type { ExceptionServices, Exceptions } from './exceptions.ts';
import { keepNotes, openExceptions, settleExceptions } from './steps.ts';

interface Attempt {
  readonly id: number;
  readonly kind: ExceptionKindName;
  readonly content: object;
  readonly deviceKeyId: number | null;
}

/**
 * Serves the retry of exceptions. Each retry commits by itself under an idempotency key, and the exceptions are settled
 * afterwards: if the server ends in between, a second retry of the same content takes nothing twice.
 */
export function serveRetries(
  { routes, timeZone }: Services,
  { exceptions, guesses }: ExceptionServices,
  screen: ExceptionScreen,
): void {
  routes.changeDeferred(screen.retry, async ({ ids, content }, caller, inTransaction) => {
    if (content !== undefined && ids.length > 1) throw badInput({ path: 'content', reason: 'one_exception_only' });
    const attempts = await attemptsOf(exceptions, caller, screen, ids, content);
    const watch = content === undefined ? undefined : await guesses.watch(caller);
    const results = new Map<number, Tried>();
    for (const { id, kind, content: retryContent, deviceKeyId } of attempts) {
      const one = await exceptions.retry(kind, id, {
        content: retryContent,
        deviceKeyId,
        accountId: caller.account.id,
      });
      if (!one.taken) await watch?.saw(one.refusals.length, one.refusals.filter(isGuess).length);
      results.set(id, one);
    }
    const { account, language } = caller;
    const locale = { language, timeZone: timeZone() };
    return inTransaction(async (change) => {
      await openExceptions(change, screen, ids);
      for (const [id, one] of results) {
        const note = { step: 'retried', text: outcomeInWords(one, locale), account_id: account.id } as const;
        await keepNotes(change, [id], note);
      }
      const takenIds = [...results].flatMap(([id, one]) => (one.taken ? [id] : []));
      const reason = text(language, 'exception.taken');
      if (takenIds.length > 0)
        await settleExceptions(change, takenIds, { outcome: 'settled', reason, accountId: account.id });
      return {
        results: await Promise.all(
          [...results].map(async ([id, one]) => ({
            id,
            taken: one.taken,
            refusals: one.taken ? [] : await refusalsInWords(caller.db, one.refusals, locale),
          })),
        ),
      };
    });
  });
}

const maxWords = 10;

/** The outcome as a note, which everybody who sees the exception reads: it names no conflicts. */
const outcomeInWords = (attempt: Tried, locale: Locale): string =>
  attempt.taken
    ? text(locale.language, 'exception.taken')
    : attempt.refusals
        .slice(0, maxWords)
        .map(({ code, reason }) => {
          const message = refusalText(locale, { reason });
          return code === '' ? message : `${code}: ${message}`;
        })
        .join('\n');

/** The exceptions to be retried; all are checked before the first one is. Throws 400, 404 or 409. */
async function attemptsOf(
  exceptions: Exceptions,
  { db, account, language }: Caller<Account>,
  screen: ExceptionScreen,
  ids: readonly number[],
  content: string | undefined,
): Promise<Attempt[]> {
  const rows = await db
    .selectFrom('exception')
    .select(['id', 'kind', 'status', 'source', 'raw', 'codes', 'refusals', 'device_key_id'])
    .where('id', 'in', ids)
    .where('kind', 'in', kindsOn(screen.key))
    .orderBy('id')
    .execute();
  if (rows.length < ids.length) throw notFound('exception');
  if (rows.some(({ status }) => status !== 'open')) throw conflict('exception_settled');
  if (rows.some(({ kind, source }) => !exceptions.isRetriable(kind, source))) throw conflict('exception_not_retriable');
  return rows.map(({ id, device_key_id: deviceKeyId, ...row }) => {
    const exception = { ...row, raw: row.raw as object };
    const input = content === undefined ? exceptions.again(exception) : parsed(content);
    const problems = exceptions.problems(row.kind, input);
    if (problems.length > 0) throw badInput(...problems.map(ofContent));
    if (content !== undefined) requireRightTo(exceptions.beyond(exception, input as object), account, language);
    return { id, kind: row.kind, content: input as object, deviceKeyId };
  });
}

/** Throws 400 if corrected content does more than correct, and the person has no right to do that at its own desk. */
function requireRightTo(beyond: readonly Beyond[], account: Account, language: Language): void {
  const problems = beyond.flatMap(({ path, desk }): Problem[] => {
    if (desk === undefined) return [{ path, reason: 'retry_beyond' }];
    if (holds(account, [desk])) return [];
    const [menu, button] = desk.split(':') as [string, string];
    const deskName = `${text(language, `menu.${menu}`)} · ${text(language, `button.${button}`)}`;
    return [{ path, reason: 'retry_needs_right', params: { desk: deskName } }];
  });
  if (problems.length > 0) throw badInput(...problems.map(ofContent));
}

const ofContent = ({ path, ...problem }: Problem): Problem => ({
  ...problem,
  path: path === '' ? 'content' : `content.${path}`,
});

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw badInput({ path: 'content', reason: 'not_json' });
  }
}
