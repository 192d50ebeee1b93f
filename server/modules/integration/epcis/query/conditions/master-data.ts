import type { Vocabulary } from '#epcis/model/document.ts';
import { Namespaces, standardPrefixes } from '#epcis/model/namespaces.ts';
import type { Connection } from '#platform/database/database.ts';
import { canonicalIdentifier, classFields } from '../../capture/identifiers-of-event.ts';
import type { Condition } from './condition.ts';

/** What parameters ask of the master data of the places or classes of an event. */
export type MasterDataCondition =
  /** One of these places, or one below it. */
  | { readonly is: 'within'; readonly of: 'readPoint' | 'bizLocation'; readonly uris: readonly string[] }
  /** With one of these attributes, or attributes with these values, as `attributeFact` has them. */
  | {
      readonly is: 'attribute';
      readonly of: 'readPoint' | 'bizLocation' | 'epcClass';
      readonly facts: readonly string[];
    };

/** A condition on master data as one on the identifiers that it holds for. */
export async function onIdentifiers(sql: Connection, condition: Condition | MasterDataCondition): Promise<Condition> {
  switch (condition.is) {
    case 'within':
      return { is: 'identifier', of: condition.of, uris: await below(sql, condition.uris) };
    case 'attribute': {
      const uris = await having(sql, condition.facts);
      return condition.of === 'epcClass'
        ? { is: 'object', fields: classFields, uris, patterns: [] }
        : { is: 'identifier', of: condition.of, uris };
    }
    default:
      return condition;
  }
}

/** Identifiers and all those below them, at any depth. */
async function below(sql: Connection, uris: readonly string[]): Promise<string[]> {
  const rows = await sql<{ uri: string }[]>`
    with recursive below as (
      select unnest(${[...uris]}::text[]) as uri
      union
      select unnest(v.children) from epcis_vocabulary v join below b on v.uri = b.uri
    )
    select uri from below`;
  return rows.map(({ uri }) => uri);
}

async function having(sql: Connection, facts: readonly string[]): Promise<string[]> {
  const rows = await sql<{ uri: string }[]>`
    select distinct uri from epcis_vocabulary where attributes && ${[...facts]}::text[]`;
  return rows.map(({ uri }) => uri);
}

const prefixes = new Namespaces(standardPrefixes);

/** An attribute, and its value if one is asked for. A name with a prefix of GS1's context is the same as its URI. */
export function attributeFact(name: string, value?: string): string {
  const [, prefix = '', local = ''] = /^([^:/#]+):([^:/#]+)$/.exec(name) ?? [];
  const namespace = prefixes.namespaceOf(prefix);
  const uri = namespace === undefined ? name : `${namespace}${/[#/:]$/.test(namespace) ? '' : '#'}${local}`;
  return value === undefined ? uri : `${uri}=${value}`;
}

/** Keeps the master data of a document; of one thing, the last that was captured. */
export async function keepMasterData(sql: Connection, vocabularies: readonly Vocabulary[]): Promise<void> {
  const elements = vocabularies.flatMap(({ type, elements: own }) =>
    own.map(({ id, attributes, children }) => ({
      type,
      uri: canonicalIdentifier(id),
      children: children.map(canonicalIdentifier),
      attributes: attributes.flatMap((one) => [
        attributeFact(one.id),
        ...('text' in one.value && one.value.text !== undefined ? [attributeFact(one.id, one.value.text)] : []),
      ]),
    })),
  );
  for (const { type, uri, children, attributes } of elements) {
    // An index holds no text of more than a few kilobytes; nobody asks for one.
    const facts = attributes.filter((fact) => fact.length <= 600);
    await sql`
      insert into epcis_vocabulary (uri, type, children, attributes)
      values (${uri}, ${type}, ${children}::text[], ${facts}::text[])
      on conflict (uri, type) do update set children = excluded.children, attributes = excluded.attributes`;
  }
}
