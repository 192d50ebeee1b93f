import { forensicAdd, forensicPhotoAdd } from '@suyuan/contract/inspect/case/forensic-case.ts';
import i18next from 'i18next';
import { CallFailure, call, sendFile } from '../calls/call.ts';
import { serverTime } from '../calls/server-clock.ts';
import type { Person } from '../people/people.ts';
import type { StoredPhoto } from '../storage/database.ts';
import { open } from '../storage/sealing.ts';
import type { LoggedScan } from './logged-scan.ts';

/** Sends a photo as evidence from an inspection; sent again, neither is made twice. Throws a CallFailure if it cannot be decrypted. */
export async function sendPhoto(
  { dataKey, session: { token } }: Pick<Person, 'dataKey' | 'session'>,
  { id, sealed }: StoredPhoto,
  { id: draft_key, at, content: { code, position } }: LoggedScan,
  inspect_id: number,
): Promise<void> {
  const bytes = await open(dataKey, sealed).catch(() => {
    throw new CallFailure(400, 0, i18next.t('handheld.photoSpoiled'));
  });
  const facts = { code, inspect_id, draft_key, found_at: serverTime(at), ...(position && { position }) };
  const evidence = await call(forensicAdd, facts, token);
  const photo = new Blob([bytes]);
  await sendFile(forensicPhotoAdd, { case_id: evidence.id, upload_key: id }, photo, token);
}
