import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { AuthorityFormat, authorityFile, Missing } from '@suyuan/contract/report/authority-file.ts';
import type { Kysely } from 'kysely';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { firstText, type Language, text } from '#platform/language.ts';
import type { OrderCodes } from '#trace/services.ts';
import type { Subject } from './subject.ts';

/** What files are made from. */
export interface Sources {
  readonly sql: Connection;
  /** The database of whoever takes the files: people and parties that it does not show are not named in them. */
  readonly db: Kysely<Schema>;
  readonly rules: Pick<RuleBook, 'texts'>;
  readonly orderCodes: OrderCodes;
  readonly publicUrl: string;
  readonly timeZone: string;
  readonly language: Language;
}

/** The options of a download: what the caller states, and which of several files is wanted. */
export type Taking = Pick<InputOf<typeof authorityFile>, 'to_corp_id' | 'transaction_date' | 'statement'> & {
  readonly format: AuthorityFormat;
  readonly part: number;
  /** Called with the number of codes written. */
  readonly tally: (codes: number) => void;
};

/** A file that can be made: in how many parts, what is missing, and its bytes. */
export interface Prepared {
  readonly parts: number;
  readonly missing: readonly Missing[];
  write(taking: Taking): AsyncIterable<Uint8Array | string>;
}

/** Prepares a file; resolves to undefined if this kind of file does not apply to the subject. */
export type Prepare<S extends Subject = Subject> = (sources: Sources, subject: S) => Promise<Prepared | undefined>;

/** Collects what a file lacks. */
export class Lacks {
  readonly all: Missing[] = [];
  readonly #language: Language;

  constructor(language: Language) {
    this.#language = language;
  }

  /**
   * Notes a missing field. `field` is `<kind>.<name>`, named by the text `authority.field.<field>` or `field.<name>`; `where` is
   * the name of the record, and `record` what its list finds it by.
   */
  add(field: string, screen: string, where: string, record = where): void {
    const what = this.field(field);
    const message = text(this.#language, 'authority.missing', { what, where, screen: this.screen(screen) });
    this.say({ field, screen, record: record || null, message });
  }

  field(field: string): string {
    const name = field.slice(field.indexOf('.') + 1);
    return firstText(this.#language, [`authority.field.${field}`, `field.${name}`]) ?? name;
  }

  say(lack: Missing): void {
    if (!this.all.some(({ message }) => message === lack.message)) this.all.push(lack);
  }

  screen(key: string): string {
    return text(this.#language, `menu.${key}`);
  }

  text(key: string, params: Readonly<Record<string, string | number>>): string {
    return text(this.#language, key, params);
  }
}
