import type { BaseSchema } from '../schema/base.ts';
import type { ConsumerSchema } from '../schema/consumer.ts';
import type { OrganSchema } from '../schema/organ.ts';
import type { PartnersSchema } from '../schema/partners.ts';
import type { TaggingSchema } from '../schema/tagging.ts';

/** The tables as Kysely sees them; server/migrations makes them. Whose rows they hold is said in ownership.ts. */
export interface Schema extends OrganSchema, BaseSchema, PartnersSchema, TaggingSchema, ConsumerSchema {}
