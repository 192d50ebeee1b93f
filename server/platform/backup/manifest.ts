import Type from 'typebox';
import { Value } from 'typebox/value';

// What a backup says about itself. It is a tar archive: `header.json` first, then the rows of each table in pieces that COPY reads
// (`tables/<name>/<number>.copy.zst`), the pictures, and `manifest.json` last, when all hashes are known.

/** Increased when an older program could no longer read what a newer one writes. */
export const formatVersion = 1;

export const headerName = 'header.json';
export const manifestName = 'manifest.json';

/** The name of a table or column, which statements contain. */
const Name = Type.String({ pattern: '^[a-z_][a-z0-9_]*$' });

/** Opens an archive: all that has to be known before anything of it is restored. */
const Header = Type.Object({
  format: Type.Literal('suyuan-backup'),
  format_version: Type.Integer({ minimum: 1 }),
  /** The version of the program that made it. */
  version: Type.String(),
  /** The moment that its rows are of. */
  made_at: Type.String(),
  database: Type.Union([Type.Literal('embedded'), Type.Literal('postgresql'), Type.Literal('citus')]),
  postgresql: Type.String(),
  /** The mark of the master key that its secrets are sealed under; null if no server was ever started on the database. */
  master_key_mark: Type.Union([Type.String(), Type.Null()]),
  migrations: Type.Array(Type.Object({ name: Type.String(), sha256: Type.String() })),
  /** In the order of the archive; those that a cluster distributes come last. */
  tables: Type.Array(Type.Object({ name: Name, columns: Type.Array(Name) })),
  /** Tables whose rows are of this installation only. */
  left_out: Type.Array(Type.String()),
});
export type Header = Type.Static<typeof Header>;

const Part = Type.Object({
  name: Type.String(),
  sha256: Type.String(),
  /** As it stands in the archive. */
  bytes: Type.Integer(),
  /** Of rows before they were compressed. */
  unpacked: Type.Optional(Type.Integer()),
  rows: Type.Optional(Type.Integer()),
});
export type Part = Type.Static<typeof Part>;

const Manifest = Type.Object({
  ...Header.properties,
  /** How many rows of each table there are. */
  rows: Type.Record(Name, Type.Integer()),
  sequences: Type.Array(Type.Object({ table: Name, column: Name, last: Type.Integer(), called: Type.Boolean() })),
  /** Numbers of documents; the first backups have none. */
  series: Type.Optional(Type.Array(Type.Object({ name: Name, last: Type.Integer(), called: Type.Boolean() }))),
  pictures: Type.Object({
    kept: Type.Integer(),
    /** Those that the database knows and whose file is gone. */
    missing: Type.Array(Type.String()),
  }),
  /** Some issued codes, and a keyed hash of their texts: whether they are printed the same after a restore. */
  codes: Type.Object({ ids: Type.Array(Type.Integer()), mac: Type.String() }),
  /** Everything that stands before the manifest, in its order. */
  parts: Type.Array(Part),
});
export type Manifest = Type.Static<typeof Manifest>;

export const parseHeader = (bytes: Buffer): Header => parsed(Header, bytes, headerName);
export const parseManifest = (bytes: Buffer): Manifest => parsed(Manifest, bytes, manifestName);

function parsed<Shape extends Type.TSchema>(shape: Shape, bytes: Buffer, name: string): Type.Static<Shape> {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Error(`${name} of the backup is damaged: it is not JSON.`);
  }
  const format = (value as Partial<Header> | null)?.format_version;
  if (typeof format === 'number' && format > formatVersion)
    throw new Error(
      `The backup was made by a newer version (format ${format}): use the program that made it, or a newer one.`,
    );
  if (Value.Check(shape, value)) return value as Type.Static<Shape>;
  const [first] = Value.Errors(shape, value);
  throw new Error(`${name} of the backup is damaged: ${first?.instancePath ?? ''} ${first?.message ?? ''}`);
}

/** The table and number of a part with rows; undefined for other parts. */
export function rowsIn(name: string): { table: string; number: number } | undefined {
  const [, table, number] = /^tables\/([a-z_]+)\/(\d{6})\.copy\.zst$/.exec(name) ?? [];
  return table === undefined ? undefined : { table, number: Number(number) };
}

export const partName = (table: string, number: number): string =>
  `tables/${table}/${String(number).padStart(6, '0')}.copy.zst`;

/** The name of a picture's file; undefined for other parts. */
export const pictureIn = (name: string): string | undefined =>
  /^pictures\/([0-9a-f]{64}(?:-[a-z]+)?\.webp)$/.exec(name)?.[1];
