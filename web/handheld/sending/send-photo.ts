import { forensicAdd, forensicPhotoAdd } from '@suyuan/contract/inspect/case/forensic-case.ts';
import { call, sendFile } from '../calls/call.ts';
import { serverTime } from '../calls/server-clock.ts';
import type { Person } from '../people/people.ts';
import type { StoredPhoto } from '../storage/database.ts';
import { open } from '../storage/sealing.ts';
import type { LoggedScan } from './logged-scan.ts';

/** Sends a photo as evidence from an inspection; sent again, neither is made twice. */
export async function sendPhoto(
  { dataKey, session: { token } }: Pick<Person, 'dataKey' | 'session'>,
  { id, sealed }: StoredPhoto,
  { id: draft_key, at, content: { code, position } }: LoggedScan,
  inspect_id: number,
): Promise<void> {
  const facts = { code, inspect_id, draft_key, found_at: serverTime(at), ...(position && { position }) };
  const evidence = await call(forensicAdd, facts, token);
  const photo = new Blob([await open(dataKey, sealed)]);
  await sendFile(forensicPhotoAdd, { case_id: evidence.id, upload_key: id }, photo, token);
}
