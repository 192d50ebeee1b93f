import Type from 'typebox';
import { type Call, defineCall, type InputOf } from '../call/call.ts';
import { Day, Id, Input, Moment, Nullable, RequiredText, Text } from '../thing/fields.ts';

/** Files for authorities and customers, in forms that somebody else published: docs/decisions/authority-exports.md. */

export const authoritySubjects = ['work_order', 'waybill', 'lot'] as const;
/** What a file is of. */
export type AuthoritySubject = (typeof authoritySubjects)[number];

export const authorityFormats = ['xml', 'xlsx', 'csv'] as const;
export type AuthorityFormat = (typeof authorityFormats)[number];

export const authorityParameters = ['to_corp_id', 'transaction_date', 'statement'] as const;
/** What whoever takes a file says beside it. */
export type AuthorityParameter = (typeof authorityParameters)[number];

interface AuthorityFile {
  readonly of: AuthoritySubject;
  readonly formats: readonly [AuthorityFormat, ...AuthorityFormat[]];
  readonly parameters: readonly AuthorityParameter[];
}

export const authorityFiles = {
  /** China: the relations of drug traceability codes. */
  drug_relation: { of: 'work_order', formats: ['xml'], parameters: [] },
  /** China: what left a warehouse, by drug traceability codes. */
  drug_bill: { of: 'waybill', formats: ['xml'], parameters: ['to_corp_id'] },
  /** United States: transaction information of drugs. */
  dscsa: { of: 'waybill', formats: ['xlsx', 'csv'], parameters: ['transaction_date', 'statement'] },
  /** China: what the page of a pesticide's code tells. */
  pesticide: { of: 'lot', formats: ['csv', 'xlsx'], parameters: [] },
  /** United States: tracking events of a traceability lot of food. */
  fsma204: { of: 'lot', formats: ['xlsx', 'csv'], parameters: [] },
} as const satisfies Record<string, AuthorityFile>;
export type AuthorityKind = keyof typeof authorityFiles;
export const authorityKinds = Object.keys(authorityFiles) as AuthorityKind[];

/** Codes in one bill; more become several. */
export const mostCodesOfBill = 3500;

/** Either screen leads to them. */
const access = ['collect:export', 'informationinquiry'] as const;

const subject = {
  /** Number of the work order or waybill, or the lot. */
  no: RequiredText(64),
  /** Of the product whose lot it is. */
  product_code: Type.Optional(Text(64)),
};

/** What a file lacks, and the screen where it is said. */
const Missing = Type.Object({
  /** As `product.ndc`: where it belongs, and its name there. */
  field: Type.String(),
  /** Menu key of the screen. */
  screen: Type.String(),
  /** What the list of that screen finds it by; null where it is not of one record. */
  record: Nullable(Type.String()),
  /** What it is, and where to fill it in. */
  message: Type.String(),
});
export type Missing = Type.Static<typeof Missing>;

export const authorityFitting = defineCall({
  method: 'GET',
  path: '/api/report/authority/files',
  access,
  summary:
    'The files for authorities and customers that there are of a work order, a waybill or a lot, what each lacks, and who took ' +
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
        /** How many files it is; 0 where there is nothing to tell. */
        parts: Type.Integer(),
        missing: Type.Array(Missing),
      }),
    ),
    /** The latest, at most 20. */
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

/** What files can be of, as it is asked for. */
export type KnownSubject = InputOf<typeof authorityFitting>;

export const authorityFile = {
  method: 'GET',
  path: '/api/report/authority/file',
  access,
  answers: 'file',
  traced: true,
  summary:
    'A file for authorities or customers. The header `content-digest` has its SHA-256 (RFC 9530), and so has its record in ' +
    'the access log. What it lacks refuses it (409), each with where it is filled in.',
  input: Input({
    kind: Type.Enum([...authorityKinds]),
    ...subject,
    format: Type.Enum([...authorityFormats]),
    /** Of several files, which: the first is 1. */
    part: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: 1 })),
    /** The receiver's number on the platform that bills are handed in to. */
    to_corp_id: Type.Optional(Text(64)),
    /** When the goods were sold, where that is not the day on which they left. */
    transaction_date: Type.Optional(Day()),
    /** That the seller makes the transaction statement. */
    statement: Type.Optional(Type.Boolean()),
  }),
  output: Type.Unknown(),
} as const satisfies Call;
