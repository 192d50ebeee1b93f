import Type from 'typebox';
import { type Call, defineCall } from '../call/call.ts';
import { Day, Id, IdInput, IdOutput, Input, Nullable, Text } from '../thing/fields.ts';
import { Identifier } from '../thing/identifiers.ts';
import { names } from '../thing/referred.ts';
import { defineThing, type RowOf } from '../thing/thing.ts';
import { defaulted, moments, optional, readOnly, required } from '../thing/thing-fields.ts';
import { Status } from './partner-fields.ts';

/** 证照: licences, permits and contracts of dealers, suppliers and factories, with the day on which they end. */

export const certificateKinds = [
  'business',
  'production',
  'trade',
  'system',
  'authorisation',
  'contract',
  'other',
] as const;
export type CertificateKind = (typeof certificateKinds)[number];

export const certificateHolders = ['dealer', 'supplier', 'factory'] as const;
export type CertificateHolder = (typeof certificateHolders)[number];

/** Whether it holds: `ending` from the day on which it is to be renewed, `unlimited` without an end. */
export const validities = ['unlimited', 'valid', 'ending', 'ended'] as const;
export type Validity = (typeof validities)[number];

/** How many days before its end a certificate is to be renewed, unless it says otherwise. */
export const usualRemindDays = 30;

const ReadOnlyText = () => readOnly(Nullable(Type.String()));

export const certificate = defineThing({
  key: 'certificate',
  table: 'certificate',
  parties: 'read',
  code: 'certificate_no',
  path: '/api/base/certificates',
  fields: {
    certificate_no: required(Identifier(64), { sort: true }),
    kind: required(Type.Enum([...certificateKinds]), { filter: true }),
    /** Whose it is: one of the three below is given. */
    holder: required(Type.Enum([...certificateHolders]), { filter: true }),
    held_by: readOnly(Nullable(Type.String())),
    dealer_id: optional(Id(), { filter: true, exported: false }),
    dealer_code: ReadOnlyText(),
    dealer_name: readOnly(Nullable(Type.String()), names('dealer', 'dealer_id')),
    supplier_id: optional(Id(), { filter: true, exported: false }),
    supplier_code: ReadOnlyText(),
    supplier_name: readOnly(Nullable(Type.String()), names('supplier', 'supplier_id')),
    factory_id: optional(Id(), { filter: true, exported: false }),
    factory_code: ReadOnlyText(),
    factory_name: readOnly(Nullable(Type.String()), names('factory', 'factory_id')),
    issuer: optional(Text(128)),
    valid_from: optional(Day()),
    /** Its last day; without one it does not end. */
    valid_until: optional(Day(), { sort: true }),
    /** How many days before its end it is to be renewed. */
    remind_days: defaulted(Type.Integer({ minimum: 1, maximum: 730 })),
    validity: readOnly(Type.Enum([...validities]), { filter: true }),
    /** The name of its file. */
    file: readOnly(Nullable(Type.String())),
    /** What is disabled, or belongs to a party that is, need not be renewed. */
    status: defaulted(Status(), { filter: true }),
    remark: optional(Text(512)),
    ...moments,
  },
  // Those to be renewed, whether they have ended or not.
  filters: { waits: Type.Optional(Type.Enum(['renewal'])) },
  summaries: {
    page: 'List licences, permits and contracts of dealers, suppliers and factories (paged).',
    add: 'Add a certificate of a dealer, supplier or factory. Its number is unique.',
    update:
      'Change a certificate, or renew it with another last day. If `updated_at` is sent and outdated, the call is refused (409).',
    delete: 'Delete a certificate with its file.',
  },
});
export type Certificate = RowOf<typeof certificate>;

export const certificatesOf = defineCall({
  method: 'GET',
  path: '/api/base/certificates/held',
  access: ['certificate', 'dealer', 'material', 'outsourcing', 'plantlist', 'freight', 'orderlist'],
  summary: 'List the certificates in use of a dealer, supplier or factory, those that end first first.',
  input: Input({ holder: Type.Enum([...certificateHolders]), holder_id: Id() }),
  output: Type.Array(
    Type.Object({
      id: Id(),
      certificate_no: Type.String(),
      kind: Type.Enum([...certificateKinds]),
      valid_until: Nullable(Type.String()),
      validity: Type.Enum([...validities]),
    }),
  ),
});

/** The largest file of a certificate, in bytes. */
export const largestCertificate = 10 * 1024 * 1024;

export const certificateFileAdd = {
  method: 'POST',
  path: '/api/base/certificates/addfile',
  access: ['certificate:update'],
  parties: 'enterprise',
  upload: true,
  summary: 'Add the file of a certificate, a PDF, JPEG or PNG file; it replaces an earlier one.',
  input: IdInput(),
  output: Type.Object({ ...IdOutput().properties, file: Type.String() }),
} as const satisfies Call;

export const certificateFile = {
  method: 'GET',
  path: '/api/base/certificates/file',
  access: ['certificate'],
  answers: 'file',
  traced: true,
  summary: 'Get the file of a certificate as it was uploaded.',
  input: IdInput(),
  output: Type.Unknown(),
} as const satisfies Call;
