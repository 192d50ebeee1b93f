import Type from 'typebox';
import { type Call, defineCall, type InputOf } from '../call/call.ts';
import { Day, Id, Input, Moment, Nullable, Text } from '../thing/fields.ts';
import { Identifier, IdentifierOrNone } from '../thing/identifiers.ts';

/** Files for authorities and customers, in formats that others define: docs/decisions/authority-exports.md. */

export const authoritySubjects = ['work_order', 'waybill', 'lot'] as const;
/** The record that a file is about. */
export type AuthoritySubject = (typeof authoritySubjects)[number];

export const authorityFormats = ['xml', 'xlsx', 'csv'] as const;
export type AuthorityFormat = (typeof authorityFormats)[number];

export const authorityParameters = ['to_corp_id', 'transaction_date', 'statement'] as const;
/** Details that a person enters for the file. */
export type AuthorityParameter = (typeof authorityParameters)[number];

interface AuthorityFile {
  readonly of: AuthoritySubject;
  readonly formats: readonly [AuthorityFormat, ...AuthorityFormat[]];
  readonly parameters: readonly AuthorityParameter[];
}

export const authorityFiles = {
  /** China: packaging relations of drug traceability codes. */
  drug_relation: { of: 'work_order', formats: ['xml'], parameters: [] },
  /** China: drug traceability codes that left a warehouse. */
  drug_bill: { of: 'waybill', formats: ['xml'], parameters: ['to_corp_id'] },
  /** United States: transaction information of drugs. */
  dscsa: { of: 'waybill', formats: ['xlsx', 'csv'], parameters: ['transaction_date', 'statement'] },
  /** China: the data behind the code of a pesticide. */
  pesticide: { of: 'lot', formats: ['csv', 'xlsx'], parameters: [] },
  /** United States: tracking events of a traceability lot of food. */
  fsma204: { of: 'lot', formats: ['xlsx', 'csv'], parameters: [] },
} as const satisfies Record<string, AuthorityFile>;
export type AuthorityKind = keyof typeof authorityFiles;
export const authorityKinds = Object.keys(authorityFiles) as AuthorityKind[];

/** The maximum number of codes in a bill; larger waybills are split into several files. */
export const maxCodesOfBill = 3500;

/** Each of these permissions, of two screens, suffices. */
const access = ['collect:export', 'informationinquiry'] as const;

const subject = {
  /** The number of the work order or waybill, or the lot. */
  no: Identifier(64),
  /** The product of the lot. */
  product_code: Type.Optional(IdentifierOrNone(64)),
};

/** Data missing for a file, and the screen on which to enter them. */
const Missing = Type.Object({
  /** Record and field, e.g. `product.ndc`. */
  field: Type.String(),
  /** The menu key of the screen. */
  screen: Type.String(),
  /** A search text that finds the record in the list of that screen; null if it is not about one record. */
  record: Nullable(Type.String()),
  /** What is missing, and where to enter it. */
  message: Type.String(),
});
export type Missing = Type.Static<typeof Missing>;

export const authorityFitting = defineCall({
  method: 'GET',
  path: '/api/report/authority/files',
  access,
  summary:
    'List the files for authorities and customers of a work order, waybill or lot, what each lacks, and who downloaded ' +
    'one before.',
  input: Input({ of: Type.Enum([...authoritySubjects]), ...subject }),
  output: Type.Object({
    of: Type.Enum([...authoritySubjects]),
    no: Type.String(),
    product_code: Nullable(Type.String()),
    files: Type.Array(
      Type.Object({
        kind: Type.Enum([...authorityKinds]),
        formats: Type.Array(Type.Enum([...authorityFormats])),
        parameters: Type.Array(Type.Enum([...authorityParameters])),
        /** The number of files; 0 if there is nothing to report. */
        parts: Type.Integer(),
        missing: Type.Array(Missing),
      }),
    ),
    /** The latest files made, at most 20. */
    taken: Type.Array(
      Type.Object({
        id: Id(),
        at: Moment(),
        account_name: Type.String(),
        kind: Type.Enum([...authorityKinds]),
        format: Type.Enum([...authorityFormats]),
        part: Type.Integer(),
        sha256: Type.String(),
      }),
    ),
  }),
});

/** The subject of files, as input of the call. */
export type KnownSubject = InputOf<typeof authorityFitting>;

export const authorityFile = {
  method: 'GET',
  path: '/api/report/authority/file',
  access,
  answers: 'file',
  traced: true,
  summary:
    'Download a file for authorities or customers. The header `content-digest` and its record in the access log have ' +
    'its SHA-256 (RFC 9530). Missing data is refused (409), each item with where to enter it.',
  input: Input({
    kind: Type.Enum([...authorityKinds]),
    ...subject,
    format: Type.Enum([...authorityFormats]),
    /** Which of several files, counted from 1. */
    part: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: 1 })),
    /** The receiver's number on the platform to which bills are submitted. */
    to_corp_id: Type.Optional(Text(64)),
    /** The date of the sale, if it is not the day of shipping. */
    transaction_date: Type.Optional(Day()),
    /** Whether the seller makes the transaction statement. */
    statement: Type.Optional(Type.Boolean()),
  }),
  output: Type.Unknown(),
} as const satisfies Call;
