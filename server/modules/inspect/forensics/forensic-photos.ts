import { forensicPhotoAdd, forensicPhotoRemove, maxPhotos } from '@suyuan/contract/inspect/case/forensic-case.ts';
import { largestPicture } from '@suyuan/contract/picture.ts';
import { exifIn, shrink } from '#platform/pictures/shrink.ts';
import { badInput, conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { cameraFacts } from './exif.ts';
import { draft } from './forensic-rows.ts';
import { hashOf } from './seal/seal.ts';
import { numberOf } from './seal/sealed-facts.ts';

/** Accepts photos one by one, from phones that may send each several times before they receive an answer. */
export function serveForensicPhotos({ routes }: Services): void {
  routes.change(forensicPhotoAdd, async ({ case_id, upload_key }, { file, account }, change) => {
    const original = await file.bytes();
    if (original.length > largestPicture) throw badInput({ path: 'file', reason: 'picture_too_large' });
    // The case is locked before the look-up, so that of two identical uploads at once the second one finds the first.
    await change.changing('forensic_case', case_id);
    const photos = change.db.selectFrom('forensic_photo').where('case_id', '=', case_id);
    const photo = await photos
      .select(['id', 'hash', 'taken_at', 'latitude', 'longitude', 'camera'])
      .where('upload_key', '=', upload_key)
      .executeTakeFirst();
    if (photo) return { ...photo, latitude: numberOf(photo.latitude), longitude: numberOf(photo.longitude) };
    await draft(change, case_id);
    const { many } = await photos.select((eb) => eb.fn.countAll<number>().as('many')).executeTakeFirstOrThrow();
    if (many >= maxPhotos) throw conflict('forensic_too_many_photos', { limit: maxPhotos });
    const { files } = await shrink(original);
    const facts = cameraFacts(await exifIn(original));
    const hash = hashOf(original);
    const { id } = await change.db
      .insertInto('forensic_photo')
      .values({
        case_id,
        upload_key,
        hash,
        bytes: original.length,
        original,
        shown: files.full,
        thumb: files.thumb,
        ...facts,
        added_by: account.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, hash, ...facts };
  });

  routes.change(forensicPhotoRemove, async ({ id }, _, change) => {
    const photo = await change.db
      .selectFrom('forensic_photo')
      .select('case_id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!photo) throw notFound('forensic_photo');
    await draft(change, photo.case_id);
    await change.db.deleteFrom('forensic_photo').where('id', '=', id).execute();
    return null;
  });
}
