import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { WithWarnings } from '../call/warnings.ts';
import { PictureHash } from '../picture.ts';
import { Input, Moment, Money, NoInput, Nullable, RequiredText, Text } from '../thing/fields.ts';
import { Identifier, IdentifierOrNone } from '../thing/identifiers.ts';
import { translationsOf } from '../thing/in-languages.ts';
import { Email, LicenceNo } from '../thing/text-formats.ts';
import { defaulted, inputOf, optional, required, rowOf } from '../thing/thing-fields.ts';
import { AlarmLimit, mostOfLimit } from './alarm-limits.ts';
import { companyPrefixesField, partyGlnField, reachableFields } from './partner-fields.ts';
import { SettingSource } from './public-address.ts';

/** By how many per cent more than planned may be made. */
export const Tolerance = () => Type.Integer({ minimum: 0, maximum: 100 });

/** The tolerance of the enterprise's work orders before it has said one. */
export const defaultTolerance = 5;

/** Currencies that settlements may be in, by ISO 4217. */
export const currencies = ['CNY', 'HKD', 'TWD', 'JPY', 'KRW', 'USD', 'EUR', 'GBP', 'MXN'] as const;

/** The amount above which two people decide, before the enterprise has said one. */
export const defaultSettlementLimit = '10000.00';

/** A web address. Only http and https are allowed, so that a link cannot run a script. */
const WebAddress = () => Text(256, { pattern: '^https?://[^\\s"<>]+$' });

const icpFields = { icp_number: optional(Text(64)), icp_url: optional(WebAddress()) };

/** The enterprise's own data. Until they are entered for the first time, the row has empty names. */
export const enterpriseFields = {
  enterprise_code: required(Identifier(64), { row: Type.String() }),
  enterprise_name: required(RequiredText(128), { row: Type.String() }),
  /** The hash of the picture. */
  logo: optional(PictureHash()),
  licence_no: optional(LicenceNo()),
  ...partyGlnField,
  ...companyPrefixesField,
  ...reachableFields,
  email: optional(Email(128)),
  ...icpFields,
  time_zone: optional(Text(64)),
  public_url: optional(WebAddress()),
  /** Whether packed goods are in the warehouse's stock only after the handover, instead of as soon as they are packed. */
  stock_by_handover: defaulted(Type.Boolean()),
  /** The tolerance of new work orders: by how many per cent more than planned may be made. */
  order_tolerance: defaulted(Tolerance()),
  /** The limits of alarms for lines that have none of their own (`plant/production-line.ts`). */
  silent_limit: defaulted(AlarmLimit(mostOfLimit.silent)),
  standing_limit: defaulted(AlarmLimit(mostOfLimit.standing)),
  queue_limit: defaulted(AlarmLimit(mostOfLimit.queue)),
  codes_limit: defaulted(AlarmLimit(mostOfLimit.codes)),
  refusals_limit: defaulted(AlarmLimit(mostOfLimit.refusals)),
  /** The currency of settlements with dealers, by ISO 4217. */
  currency: defaulted(Type.Enum([...currencies])),
  /** The amount above which a second person approves a settlement. */
  settlement_limit: defaulted(Money()),
  /** Whether goods may leave for a dealer one of whose certificates has ended. */
  ended_certificates: defaulted(Type.Enum(['warn', 'refuse'])),
  /** Translations of name and address for consumers. */
  ...translationsOf('enterprise_name', 128),
  ...translationsOf('address', 256),
};

export const Enterprise = Type.Object({
  ...rowOf(enterpriseFields),
  /** Null until the data are entered for the first time. */
  updated_at: Nullable(Type.String()),
  /** The values in effect, with their source: this record, or the environment. */
  in_force: Type.Object({
    time_zone: Type.String(),
    time_zone_from: SettingSource,
    public_url: Type.String(),
    public_url_from: SettingSource,
  }),
});
export type Enterprise = Type.Static<typeof Enterprise>;

export const enterpriseDetail = defineCall({
  method: 'GET',
  path: '/api/base/enterprise/detail',
  access: ['enterprise'],
  summary: 'Get the enterprise, with the time zone and public address in force.',
  input: NoInput(),
  output: Enterprise,
});
export const enterpriseUpdate = defineCall({
  method: 'POST',
  path: '/api/base/enterprise/update',
  access: ['enterprise:update'],
  summary:
    "Change the enterprise. The server's environment overrides time zone and public address. Printed codes keep the " +
    'address they were printed with. If `updated_at` is sent and outdated, the call is refused (409).',
  input: Input({
    ...inputOf(enterpriseFields),
    updated_at: Type.Optional(Nullable(Moment())),
  }),
  output: WithWarnings({}),
});

const Icp = Type.Object({
  enterprise_name: Nullable(Type.String()),
  ...rowOf(icpFields),
});

export const icpPublic = defineCall({
  method: 'GET',
  path: '/api/org/enterpriseaccountnoauth/geticp',
  access: 'public',
  summary:
    'Get the ICP number for the footer of the sign-in page. All fields are null if `enterprise_code` is another ' +
    "enterprise's.",
  input: Input({ enterprise_code: Type.Optional(IdentifierOrNone(64)) }),
  output: Icp,
});
export const icpDetail = defineCall({
  method: 'GET',
  path: '/api/org/enterpriseaccount/geticp',
  access: ['enterprise'],
  summary: "Get the ICP number and its link. All fields are null if `enterprise_code` is another enterprise's.",
  input: Input({ enterprise_code: Type.Optional(IdentifierOrNone(64)) }),
  output: Type.Object({
    ...Icp.properties,
    /** The time of the latest change of any of the enterprise's data. */
    updated_at: Nullable(Type.String()),
  }),
});
export const icpUpdate = defineCall({
  method: 'POST',
  path: '/api/org/enterpriseaccount/updateicp',
  access: ['enterprise:update'],
  summary:
    'Change only the ICP number and its link. The enterprise must exist. If `updated_at` is sent and outdated, the ' +
    'call is refused (409).',
  input: Input({ ...inputOf(icpFields), updated_at: Type.Optional(Nullable(Moment())) }),
  output: Type.Null(),
});
