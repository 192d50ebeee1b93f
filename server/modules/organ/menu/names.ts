import type { Names } from '@suyuan/contract/organ/menu-setting.ts';
import { type RawBuilder, sql } from 'kysely';

/** The names that are not blank, trimmed. */
export const ownNames = (names: Names): Names =>
  Object.fromEntries(
    Object.entries(names).flatMap(([language, name]) => (name.trim() ? [[language, name.trim()]] : [])),
  );

export const jsonOf = (names: Names) => sql`${JSON.stringify(names)}::text::jsonb` as RawBuilder<Names>;
