import {
  type DeliveryProof,
  deliveryProofs,
  maxSignatureBytes,
  type ProofInput,
  proofWithdraw,
  prove,
} from '@suyuan/contract/physical/waybill/delivery-proof.ts';
import type { Kysely } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { asPng } from '#platform/pictures/shrink.ts';
import { badInput, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { lockFor } from '../waybill/life/waybill-steps.ts';
import { requireReceiver, requireWaybill } from '../waybill/require-waybill.ts';
import { requireKept } from './kept-pictures.ts';

/** Serves proofs of delivery: who took goods over, with a signature, photos, time and place. */
export default function serveDeliveryProofs({ routes, system }: Services): void {
  const { sql } = system.codes;

  routes.serve(deliveryProofs, async ({ id }, { db }) => {
    await requireWaybill({ db }, id);
    return proofsOf(db, id);
  });

  routes.serve(prove, async ({ id, proof }, caller) => {
    await requireReceiver(caller, id);
    const signature = await signatureIn(proof);
    return sql.begin(async (transaction) => {
      await lockFor(transaction, id, 'prove');
      return { id: await addProof(transaction, caller.account.id, id, proof, signature) };
    });
  });

  routes.serve(proofWithdraw, async ({ id, proof_id, reason }, caller) => {
    await requireReceiver(caller, id);
    return sql.begin(async (transaction) => {
      await lockFor(transaction, id, 'withdraw');
      const [row] = await transaction<{ id: number }[]>`
        update delivery_proof set withdrawn_at = now(), withdrawn_by = ${caller.account.id}, withdrawal_reason = ${reason.trim()}
        where id = ${proof_id} and waybill_id = ${id} and withdrawn_at is null returning id`;
      if (!row) throw notFound('delivery_proof');
      return null;
    });
  });
}

/** The proofs of a waybill that the caller may see, latest first. */
export async function proofsOf(db: Kysely<Schema>, waybillId: number): Promise<DeliveryProof[]> {
  const rows = await db
    .selectFrom('delivery_proof as p')
    .leftJoin('account as a', 'a.id', 'p.made_by')
    .select(['p.id', 'p.receiver', 'p.signature', 'p.pictures', 'p.latitude', 'p.longitude', 'p.accuracy', 'p.note'])
    .select(['p.made_at', 'a.name as by', 'p.withdrawn_at', 'p.withdrawal_reason'])
    .where('p.waybill_id', '=', waybillId)
    .orderBy('p.id', 'desc')
    .execute();
  return rows.map(({ signature, pictures, made_at, withdrawn_at, ...row }) => ({
    ...row,
    signature: signature?.toString('base64') ?? null,
    photos: pictures,
    at: made_at.toISOString(),
    withdrawn_at: withdrawn_at?.toISOString() ?? null,
  }));
}

/** The drawn signature of a proof as a PNG; throws 400 unless it is one by its content, and small. */
export async function signatureIn(proof: ProofInput | undefined): Promise<Buffer | null> {
  if (!proof?.signature) return null;
  const bytes = Buffer.from(proof.signature, 'base64');
  if (bytes.length > maxSignatureBytes) throw badInput({ path: 'proof.signature', reason: 'picture_too_large' });
  const png = await asPng(bytes);
  if (!png) throw badInput({ path: 'proof.signature', reason: 'not_a_picture' });
  return png;
}

/** Adds a proof of delivery to a locked waybill. Returns its id. */
export async function addProof(
  sql: Connection,
  accountId: number,
  waybillId: number,
  { receiver, photos = [], latitude, longitude, accuracy, note }: ProofInput,
  signature: Buffer | null,
): Promise<number> {
  await requireKept(sql, photos, 'proof.photos');
  const [row] = await sql<{ id: number }[]>`
    insert into delivery_proof (waybill_id, receiver, signature, pictures, latitude, longitude, accuracy, note, made_by)
    values (${waybillId}, ${receiver.trim()}, ${signature}, ${photos as string[]}, ${latitude ?? null}, ${longitude ?? null},
      ${accuracy ?? null}, ${note?.trim() || null}, ${accountId})
    returning id`;
  return row?.id as number;
}
