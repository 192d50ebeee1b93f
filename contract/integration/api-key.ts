import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Id, IdInput, Input, Moment, Nullable, RequiredText, Text } from '../thing/fields.ts';
import { defineList, keyword, type RowOf } from '../thing/thing.ts';
import { moments, readOnly } from '../thing/thing-fields.ts';

/**
 * 接口密钥: by which other systems call the server. A key is shown once, to the person who makes it; it may do what it was given, as
 * far as that person may do it at the time of the call.
 */

/** `suspended`: whoever made it is disabled, or its factory, dealer or partner is. */
export const keyStates = ['active', 'suspended', 'expired', 'revoked'] as const;

/** The most permissions and networks of a key. */
const most = { permissions: 1000, networks: 50 };
const Permissions = () => Type.Array(RequiredText(64), { minItems: 1, maxItems: most.permissions, uniqueItems: true });
/** An address, or a network as CIDR writes it, of IPv4 or IPv6: `203.0.113.7`, `2001:db8::/48`. */
const Networks = () => Type.Array(RequiredText(49), { maxItems: most.networks });
/** Short enough to be part of the name under which the audit log shows it. */
const Name = () => RequiredText(50);

const CallsOfDay = Type.Object({ day: Type.String(), calls: Type.Integer(), refused: Type.Integer() });

export const apiKey = defineList({
  key: 'apikey',
  table: 'api_key',
  path: '/api/integration/keys',
  calls: { page: { path: '/api/integration/keys/list' } },
  fields: {
    name: readOnly(Type.String(), { sort: true }),
    state: readOnly(Type.Enum([...keyStates]), { filter: true }),
    /** Its first characters and the last four: enough to recognise it. */
    hint: readOnly(Type.String()),
    factory_id: readOnly(Nullable(Id()), { exported: false }),
    dealer_id: readOnly(Nullable(Id()), { exported: false }),
    partner_id: readOnly(Nullable(Id()), { exported: false }),
    /** Its factory, dealer or partner; null for the enterprise. */
    party_name: readOnly(Nullable(Type.String())),
    permissions: readOnly(Type.Array(Type.String()), { exported: false }),
    networks: readOnly(Type.Array(Type.String()), { exported: false }),
    expires_at: readOnly(Nullable(Moment()), { sort: true }),
    /** When it was last used, a few seconds late at most, and from which address. */
    last_used_at: readOnly(Nullable(Moment()), { sort: true }),
    last_used_ip: readOnly(Nullable(Type.String())),
    /** Its calls of the last seven days. */
    calls: readOnly(Type.Integer()),
    /** Its calls of the last days that had any, the oldest first. */
    days: readOnly(Type.Array(CallsOfDay), { exported: false }),
    /** Until when the key before the last rotation is valid, too. */
    old_until: readOnly(Nullable(Moment())),
    /** Whoever made it, or rotated it last. */
    made_by: readOnly(Nullable(Type.String())),
    revoked_at: readOnly(Nullable(Moment())),
    ...moments,
  },
  filters: { ...keyword },
  summaries: { page: 'List the keys of other systems (paged), without the secret keys, with how they are used.' },
});
export type ApiKey = RowOf<typeof apiKey>;

const NewKey = Type.Object({
  id: Id(),
  /** Answered only once, because the server stores a hash of it only. */
  key: Type.String(),
});

const settings = {
  permissions: Permissions(),
  /** Without one it does not expire. */
  expires_at: Type.Optional(Nullable(Moment())),
  /** The networks it may come from; from anywhere if there are none. */
  networks: Type.Optional(Networks()),
};

export const apiKeyAdd = defineCall({
  method: 'POST',
  path: '/api/integration/keys/add',
  access: ['apikey:add'],
  personal: true,
  summary:
    'Make a key for another system, of the enterprise, or of one factory, dealer or partner. It never may more than whoever makes ' +
    'it. The key is returned only once.',
  input: Input({
    name: Name(),
    party: Type.Optional(
      Nullable(
        Input({
          factory_id: Type.Optional(Id()),
          dealer_id: Type.Optional(Id()),
          partner_id: Type.Optional(Id()),
        }),
      ),
    ),
    ...settings,
  }),
  output: NewKey,
});

export const apiKeyUpdate = defineCall({
  method: 'POST',
  path: '/api/integration/keys/update',
  access: ['apikey:update'],
  personal: true,
  summary:
    'Change a key. Omitted fields keep their value. Permissions are added only by who holds them. If `updated_at` is sent and ' +
    'outdated, the call is refused (409).',
  input: Input({
    id: Id(),
    name: Type.Optional(Name()),
    permissions: Type.Optional(Permissions()),
    expires_at: settings.expires_at,
    networks: settings.networks,
    updated_at: Type.Optional(Moment()),
  }),
  output: Type.Object({ id: Id() }),
});

/** How long the key before a rotation may stay valid, in hours. */
export const overlapHours = { usual: 24, most: 720 } as const;

export const apiKeyRotate = defineCall({
  method: 'POST',
  path: '/api/integration/keys/rotate',
  access: ['apikey:rotate'],
  personal: true,
  summary:
    'Replace a key by a new one of the same name and permissions. The old one stays valid for some hours (24 by default, 0 for ' +
    'none). Whoever rotates a key has made it from then on, and needs all of its permissions. The key is returned only once.',
  input: Input({
    id: Id(),
    overlap_hours: Type.Optional(Type.Integer({ minimum: 0, maximum: overlapHours.most, default: overlapHours.usual })),
  }),
  output: NewKey,
});

export const apiKeyRevoke = defineCall({
  method: 'POST',
  path: '/api/integration/keys/revoke',
  access: ['apikey:revoke'],
  personal: true,
  summary: 'Revoke a key, with the one before its last rotation. It is refused at once, on every server.',
  input: IdInput(),
  output: Type.Null(),
});

/** The parties that a key can be made for. */
export const apiKeyParties = defineCall({
  method: 'GET',
  path: '/api/integration/keys/parties',
  access: ['apikey:add'],
  personal: true,
  summary: 'List factories, dealers and partners to make a key for; at most 50, matched by any part of code or name.',
  input: Input({ keyword: Type.Optional(Text(64)) }),
  output: Type.Array(
    Type.Object({
      kind: Type.Enum(['factory', 'dealer', 'partner']),
      id: Id(),
      code: Type.String(),
      name: Type.String(),
    }),
  ),
});
