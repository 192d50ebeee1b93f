import {
  forensicDetail,
  forensicOriginal,
  forensicPicture,
  forensicPrint,
} from '@suyuan/contract/inspect/case/forensic-case.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { chainOf } from './chain.ts';
import { found, presented } from './forensic-rows.ts';
import { numberOf } from './seal/sealed-facts.ts';

/** Serves one case: its facts and photos, each original photo, and the PDF. */
export default function serveForensicDetail(services: Services, shared: SharedServices): void {
  const { routes, system, answers } = services;

  routes.serve(forensicDetail, async ({ id }, { db }) => {
    const row = await found(db, id);
    const photos = await db
      .selectFrom('forensic_photo')
      .select(['id', 'hash', 'bytes', 'taken_at', 'latitude', 'longitude', 'camera', 'added_at', 'thumb'])
      .where('case_id', '=', id)
      .orderBy('id')
      .execute();
    return {
      ...presented(row),
      latitude: numberOf(row.latitude),
      longitude: numberOf(row.longitude),
      sealed_by: row.sealer,
      settlements: await db
        .selectFrom('dealer_settlement')
        .select(['id', 'settlement_no', 'status'])
        .where('evidence_id', '=', id)
        .orderBy('id')
        .execute(),
      chain: row.chain ?? (await chainOf(system.enterprise.sql, shared, row.code_id)),
      pictures: photos.map(({ thumb, added_at, ...photo }) => ({
        ...photo,
        latitude: numberOf(photo.latitude),
        longitude: numberOf(photo.longitude),
        added_at: added_at.toISOString(),
        thumb: thumb.toString('base64'),
      })),
    };
  });

  routes.serve(forensicPicture, async ({ id }, { db }) => {
    const photo = await db.selectFrom('forensic_photo').select('shown').where('id', '=', id).executeTakeFirst();
    if (!photo) throw notFound('forensic_photo');
    return { picture: photo.shown.toString('base64') };
  });

  routes.serve(forensicOriginal, async ({ id }, caller) => {
    const photo = await caller.db
      .selectFrom('forensic_photo')
      .select(['original', 'hash'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!photo) throw notFound('forensic_photo');
    await answers.send(caller, file(`${photo.hash.slice(0, 16)}.jpg`, 'application/octet-stream'), () =>
      once(photo.original),
    );
  });

  routes.serve(forensicPrint, async ({ id }, caller) => {
    const row = await found(caller.db, id);
    if (row.seal === null) throw conflict('forensic_not_sealed');
    const photos = await caller.db
      .selectFrom('forensic_photo')
      .select(['shown', 'hash', 'taken_at', 'latitude', 'longitude', 'camera'])
      .where('case_id', '=', id)
      .orderBy('id')
      .execute();
    const words = { language: caller.language, timeZone: services.timeZone() };
    // Loaded on first use, since it is large.
    const { casePdf } = await import('./case-pdf.ts');
    await answers.send(caller, file(`${row.case_no}.pdf`, 'application/pdf'), () => casePdf(row, photos, words));
  });
}

const file = (name: string, type: string) => ({
  type,
  disposition: `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
});

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
