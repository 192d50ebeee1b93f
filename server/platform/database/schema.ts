/**
 * The tables as Kysely sees them; server/migrations makes them. It is empty here: each table adds its row type where the
 * facts about it stand, in the `<thing>.table.ts` beside the rules of the thing.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Schema {}
