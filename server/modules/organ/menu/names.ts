import { type RawBuilder, sql } from 'kysely';
import type { Names } from '../../../../contract/organ/menu-setting.ts';

/** The names that are not blank, trimmed. */
export const ownNames = (names: Names): Names =>
  Object.fromEntries(
    Object.entries(names).flatMap(([language, name]) => (name.trim() ? [[language, name.trim()]] : [])),
  );

export const jsonOf = (names: Names) => sql`${JSON.stringify(names)}::text::jsonb` as RawBuilder<Names>;
