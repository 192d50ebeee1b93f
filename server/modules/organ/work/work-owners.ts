import type { Told } from '#platform/notices/told.ts';
import type { ItemWork, OpenItem, Owner, WaitingRow } from './work-kinds.ts';
import type { Able, OwnerReader, Rule } from './work-rules.ts';

/** Finds the owner of each row: the one in its own column, the one that a person chose, or the one by rule who may do it. */
export async function ownersOf(
  kind: ItemWork,
  reader: OwnerReader,
  rule: Rule | undefined,
  rows: readonly WaitingRow[],
) {
  const { items, permission } = kind;
  const by = rule?.owner_by ?? (typeof items.usualOwner === 'string' ? items.usualOwner : undefined);
  const keepers = by === 'keeper' ? await reader.keepers(rows.flatMap(({ warehouse }) => warehouse ?? [])) : new Map();
  const managers =
    by === 'dealer_manager' ? await reader.managers(rows.flatMap(({ about_dealer }) => about_dealer ?? [])) : new Map();
  const candidate = (row: WaitingRow): number | null => {
    if (by === 'keeper') return keepers.get(row.warehouse ?? 0) ?? null;
    if (by === 'dealer_manager') return managers.get(row.about_dealer ?? 0) ?? null;
    if (by === 'account') return rule?.account_id ?? null;
    return by === undefined ? (row.usual ?? null) : null;
  };
  const able = await reader.able(
    permission,
    rows.flatMap((row) => candidate(row) ?? []),
  );
  return (row: WaitingRow, item: OpenItem | undefined): Owner => {
    // A rule of the administrator goes before the usual owner, but only for what is new: afterwards the column says who has it.
    if (items.ownerColumn && (item || !rule)) return { owner: row.owner, role: item?.role_id ?? null };
    if (item?.by_person && (item.owner_id === null || item.owner_id !== row.except))
      return { owner: item.owner_id, role: item.role_id };
    if (by === 'role') return { owner: null, role: rule?.role_id ?? null };
    const person = candidate(row);
    const owner = person !== null && person !== row.except && isOf(able.get(person), row) ? person : null;
    return { owner: owner ?? (items.ownerColumn ? row.owner : null), role: null };
  };
}

/** Work of a party is for its own people, that of the enterprise for those of the enterprise, or for whoever keeps the warehouse. */
const isOf = (person: Able | undefined, { dealer, factory }: WaitingRow): boolean =>
  person !== undefined &&
  (person.dealer_id === null || person.dealer_id === dealer) &&
  (person.factory_id === null || person.factory_id === factory);

/** Who is told of a row that was just written: its owner, or all who may do it. A rule tells those to whom it gives something. */
export async function peopleFor(kind: ItemWork, reader: OwnerReader, row: WaitingRow): Promise<Told> {
  const rule = (await reader.rules()).get(kind.name);
  const { owner, role } = (await ownersOf(kind, reader, rule, [row]))(row, undefined);
  if (owner === null && role === null)
    return { holding: kind.permission, of: partyOf(kind, row), except: row.except ?? 0 };
  return rule || owner === null ? [] : [owner];
}

const partyOf = ({ items }: ItemWork, { dealer, factory }: WaitingRow) => {
  if (!items.partyOnly) return undefined;
  if (dealer !== null) return { kind: 'dealer', id: dealer } as const;
  return factory === null ? undefined : ({ kind: 'factory', id: factory } as const);
};
