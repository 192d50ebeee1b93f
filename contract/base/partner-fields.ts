import Type from 'typebox';
import { Id, Nullable, Text } from '../fields.ts';
import { defaulted, optional, told } from '../thing-fields.ts';
import { AreaCode } from './area.ts';

/** Whether a partner or a place may be used. */
export const Status = () => Type.Enum(['enabled', 'disabled']);

/** Where something is, the area in words beside its code. */
export const addressFields = {
  area_code: optional(AreaCode(), { exported: false }),
  area_name: told(Nullable(Type.String())),
  address: optional(Text(256)),
};

/** How to reach somebody. */
export const reachableFields = { contact: optional(Text(64)), phone: optional(Text(32)), ...addressFields };

export const statusField = { status: defaulted(Status(), { filter: true }) };

/** How to reach somebody, as it is sent. */
export const reachFields = () => ({
  contact: Type.Optional(Nullable(Text(64))),
  phone: Type.Optional(Nullable(Text(32))),
  area_code: Type.Optional(Nullable(AreaCode())),
  address: Type.Optional(Nullable(Text(256))),
});

/** The same as it is answered, the area in words beside its code. */
export const reachRow = {
  contact: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  area_code: Nullable(Type.String()),
  area_name: Nullable(Type.String()),
  address: Nullable(Type.String()),
};

/** What every row tells that people keep. */
export const keptRow = { id: Id(), status: Status(), created_at: Type.String(), updated_at: Type.String() };

export const keptFilters = { keyword: Type.Optional(Text(64)), status: Type.Optional(Status()) };
