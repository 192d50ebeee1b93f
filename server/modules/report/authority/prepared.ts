import type { InputOf } from '../../../../contract/call/call.ts';
import type { AuthorityFormat, authorityFile, Missing } from '../../../../contract/report/authority-file.ts';
import type { RuleBook } from '../../../identity/rule-book.ts';
import type { Connection } from '../../../platform/database/database.ts';
import { firstText, type Language, text } from '../../../platform/language.ts';
import type { OrderCodes } from '../../../trace/order-codes.ts';
import type { Subject } from './subject.ts';

/** What the files are made from. */
export interface Sources {
  readonly sql: Connection;
  readonly rules: Pick<RuleBook, 'texts'>;
  readonly orderCodes: OrderCodes;
  readonly publicUrl: string;
  readonly timeZone: string;
  readonly language: Language;
}

/** What whoever takes it says, and which of several files is wanted. */
export type Taking = Pick<InputOf<typeof authorityFile>, 'to_corp_id' | 'transaction_date' | 'statement'> & {
  readonly format: AuthorityFormat;
  readonly part: number;
  /** Counts the codes that were written. */
  readonly tally: (codes: number) => void;
};

/** A file that there is of something: how many, what is missing, and its bytes. */
export interface Prepared {
  readonly parts: number;
  readonly missing: readonly Missing[];
  write(taking: Taking): AsyncIterable<Uint8Array | string>;
}

/** Looks at what there is; undefined where there is no such file of the subject at all. */
export type Prepare<S extends Subject = Subject> = (sources: Sources, subject: S) => Promise<Prepared | undefined>;

/** What a file lacks, collected. */
export class Lacks {
  readonly all: Missing[] = [];
  readonly #language: Language;

  constructor(language: Language) {
    this.#language = language;
  }

  /**
   * `field` is `<of what>.<name>`: the texts `authority.field.<field>` or `field.<name>` name it, `where` the one of which it is, which its list
   * finds by `record`.
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

  say(lacking: Missing): void {
    if (!this.all.some(({ message }) => message === lacking.message)) this.all.push(lacking);
  }

  screen(key: string): string {
    return text(this.#language, `menu.${key}`);
  }

  text(key: string, params: Readonly<Record<string, string | number>>): string {
    return text(this.#language, key, params);
  }
}
