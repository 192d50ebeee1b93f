import type { RuleBook } from '#identity/rule-book.ts';
import { type Account, isOfEnterprise } from '#platform/caller.ts';
import type { Services } from '#platform/services.ts';
import { OwnUris } from '#trace/epcis/own-uri.ts';
import { partyViewer, type Viewer } from '../view/viewer.ts';
import type { OwnReading } from './own/own-events.ts';

/** Who asks for events, and what is needed to read them. */
export interface EpcisReader {
  readonly account: Account;
  readonly reading: OwnReading;
  readonly viewer: Viewer;
}

/** What an account may read of events, in a request or without one. */
export async function readerFor(
  { system, tables, publicUrl }: Services,
  rules: RuleBook,
  account: Account,
): Promise<EpcisReader> {
  const own = new OwnUris(publicUrl());
  if (isOfEnterprise(account)) {
    return { account, reading: { sql: system.enterprise.sql, rules, own }, viewer: 'enterprise' };
  }
  const { sql } = system.ownWork;
  const db = system.seenBy(account, tables);
  return { account, reading: { sql, rules, own }, viewer: await partyViewer(sql, account, { db, own }) };
}
