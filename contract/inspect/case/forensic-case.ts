import Type from 'typebox';
import { AreaCode } from '../../base/area.ts';
import { type Call, defineCall } from '../../call/call.ts';
import { Code, CodeOfRows, Id, IdInput, IdOutput, Input, Moment, Nullable, Text } from '../../thing/fields.ts';
import { IdentifierOrNone } from '../../thing/identifiers.ts';
import { names } from '../../thing/referred.ts';
import { defineList, type RowOf } from '../../thing/thing.ts';
import { beganBy, periodIn, readOnly, rowOf } from '../../thing/thing-fields.ts';
import { Position, UploadKey } from '../task/inspection.ts';

/** 取证: photos and facts of a find, which cannot be changed after sealing. */

export const forensicCase = defineList({
  key: 'forensics',
  table: 'forensic_case',
  parties: 'nothing',
  path: '/api/inspect/forensics',
  fields: {
    case_no: readOnly(Type.String(), { sort: true, filter: IdentifierOrNone(32) }),
    status: readOnly(Type.Enum(['draft', 'sealed']), { filter: true }),
    code: readOnly(Nullable(Type.String()), { filter: CodeOfRows() }),
    dealer_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    dealer_name: readOnly(Nullable(Type.String()), names('dealer', 'dealer_id')),
    place: readOnly(Nullable(Type.String())),
    area_code: readOnly(Nullable(Type.String()), { exported: false }),
    area_name: readOnly(Nullable(Type.String())),
    photos: readOnly(Type.Integer()),
    found_at: readOnly(Moment(), { sort: true }),
    note: readOnly(Nullable(Type.String())),
    seal: readOnly(Nullable(Type.String())),
    /** The case that it is evidence for, and the inspection that it was collected at. */
    inspect_case_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    inspect_case_no: readOnly(Nullable(Type.String()), names('inspect_case', 'inspect_case_id')),
    inspect_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    inspected_code: readOnly(Nullable(Type.String()), names('inspect_record', 'inspect_id')),
    sealed_at: readOnly(Nullable(Moment())),
    ...beganBy('created'),
    period: periodIn('created_at'),
  },
  summaries: { page: 'List evidence, newest first.' },
});
export type ForensicCase = RowOf<typeof forensicCase>;

const facts = {
  code: Type.Optional(Nullable(Code())),
  dealer_id: Type.Optional(Nullable(Id())),
  /** The place in words, such as shop and street. */
  place: Type.Optional(Nullable(Text(256))),
  area_code: Type.Optional(Nullable(AreaCode())),
  position: Type.Optional(Nullable(Position())),
  note: Type.Optional(Nullable(Text(4000))),
};

export const forensicAdd = defineCall({
  method: 'POST',
  path: '/api/inspect/forensics/add',
  access: ['forensics:add'],
  parties: 'enterprise',
  summary:
    'Collect evidence, for a case or from an inspection, whose case it then belongs to. A repeated `draft_key` returns the ' +
    'existing evidence.',
  input: Input({
    ...facts,
    draft_key: Type.Optional(UploadKey()),
    found_at: Type.Optional(Moment()),
    inspect_id: Type.Optional(Id()),
    case_id: Type.Optional(Id()),
  }),
  output: Type.Object({ ...IdOutput().properties, case_no: Type.String() }),
});

export const forensicUpdate = defineCall({
  method: 'POST',
  path: '/api/inspect/forensics/update',
  access: ['forensics:add'],
  parties: 'enterprise',
  summary: 'Change the facts of unsealed evidence. Omitted fields keep their value.',
  input: Input({ id: Id(), ...facts, found_at: Type.Optional(Moment()) }),
  output: IdOutput(),
});

export const forensicDelete = defineCall({
  method: 'POST',
  path: '/api/inspect/forensics/delete',
  access: ['forensics:add'],
  parties: 'enterprise',
  summary: 'Delete unsealed evidence with its photos.',
  input: IdInput(),
  output: IdOutput(),
});

/** The maximum number of photos of one piece of evidence. */
export const maxPhotos = 30;

const CameraFacts = {
  /** Time, place and camera from the metadata of the photo (EXIF); null where it has none. */
  taken_at: Nullable(Type.String()),
  latitude: Nullable(Type.Number()),
  longitude: Nullable(Type.Number()),
  camera: Nullable(Type.String()),
};

export const forensicPhotoAdd = {
  method: 'POST',
  path: '/api/inspect/forensics/addphoto',
  access: ['forensics:add'],
  parties: 'enterprise',
  upload: true,
  summary:
    'Add a photo to unsealed evidence. The original is kept; the displayed copy omits camera and location data. A ' +
    'repeated key returns the existing photo.',
  input: Input({ case_id: Id(), upload_key: UploadKey() }),
  output: Type.Object({ id: Id(), hash: Type.String(), ...CameraFacts }),
} as const satisfies Call;

export const forensicPhotoRemove = defineCall({
  method: 'POST',
  path: '/api/inspect/forensics/removephoto',
  access: ['forensics:add'],
  parties: 'enterprise',
  summary: 'Remove a photo from unsealed evidence.',
  input: IdInput(),
  output: Type.Null(),
});

/** A link of the chain of custody, from the dealer down to the case that the item lay in. */
const Link = Type.Object({ kind: Type.String(), name: Type.String(), at: Nullable(Type.String()) });
export type Link = Type.Static<typeof Link>;

export const forensicDetail = defineCall({
  method: 'GET',
  path: '/api/inspect/forensics/detail',
  access: ['forensics'],
  parties: 'enterprise',
  summary:
    'Get evidence with thumbnails of its photos and the chain from the dealer to the item. Sealed evidence is returned as ' +
    'it was sealed.',
  input: IdInput(),
  output: Type.Object({
    id: Id(),
    ...rowOf(forensicCase.fields),
    latitude: Nullable(Type.Number()),
    longitude: Nullable(Type.Number()),
    sealed_by: Nullable(Type.String()),
    chain: Type.Array(Link),
    /** What was agreed with dealers on this evidence. */
    settlements: Type.Array(Type.Object({ id: Id(), settlement_no: Type.String(), status: Type.String() })),
    pictures: Type.Array(
      Type.Object({
        id: Id(),
        hash: Type.String(),
        bytes: Type.Integer(),
        ...CameraFacts,
        added_at: Moment(),
        /** A thumbnail (WebP, base64). */
        thumb: Type.String(),
      }),
    ),
  }),
});

export const forensicPicture = defineCall({
  method: 'GET',
  path: '/api/inspect/forensics/picture',
  access: ['forensics'],
  parties: 'enterprise',
  summary: 'Get the displayed copy of a photo, as WebP in base64, without camera metadata.',
  input: IdInput(),
  output: Type.Object({ picture: Type.String() }),
});

const fileOf = (file: 'original' | 'print', summary: string) =>
  ({
    method: 'GET',
    path: `/api/inspect/forensics/${file}`,
    access: ['forensics'],
    parties: 'enterprise',
    answers: 'file',
    traced: true,
    summary,
    input: IdInput(),
    output: Type.Unknown(),
  }) as const satisfies Call;

export const forensicOriginal = fileOf(
  'original',
  'Get the original photo, byte for byte. Its SHA-256 is the sealed one.',
);
export const forensicPrint = fileOf(
  'print',
  'Get sealed evidence as PDF: facts, chain, photos with their hashes, and the seal as a QR code.',
);

export const forensicSeal = defineCall({
  method: 'POST',
  path: '/api/inspect/forensics/seal',
  access: ['forensics:seal'],
  parties: 'enterprise',
  summary:
    'Seal evidence. A hash of its facts, chain and photos is stored with it and in the chain of the audit log. It ' +
    'cannot change afterwards.',
  input: IdInput(),
  output: Type.Object({ seal: Type.String() }),
});
