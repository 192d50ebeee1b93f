import type { Generated, GeneratedAlways } from 'kysely';

/** Whether a row may be used; what is in use is disabled, not deleted. */
export type Status = 'enabled' | 'disabled';

/** The columns of every table that people search and switch off. */
export interface MasterDataColumns {
  id: GeneratedAlways<number>;
  status: Generated<Status>;
  search_text: Generated<string>;
  search_grams: GeneratedAlways<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
