import Type from 'typebox';
import { Id, Moment, Nullable } from '../thing/fields.ts';

/** Why goods are on hold: the first recall or quality hold that is found. */
export const HeldFor = Type.Object({
  kind: Type.Enum(['recall', 'quality_hold']),
  id: Id(),
  no: Type.String(),
  reason: Type.String(),
  owner: Nullable(Type.String()),
  due_at: Nullable(Moment()),
});
export type HeldFor = Type.Static<typeof HeldFor>;

/** Whether goods, or something in them, are on hold, and what for; people of factories and dealers are not told the latter. */
export const onHold = { held: Type.Boolean(), hold: Nullable(HeldFor) };

/** The same of goods that are not told one by one; `partly` if only some of them are. */
export const PartlyOnHold = Type.Object({ ...onHold, partly: Type.Boolean() });
export type PartlyOnHold = Type.Static<typeof PartlyOnHold>;
