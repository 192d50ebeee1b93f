import type { TaskKind } from '@suyuan/contract/handheld/act.ts';
import { type SnapshotHead, snapshot as snapshotCall, type Task } from '@suyuan/contract/handheld/task.ts';
import { fetchBytes } from '../calls/call.ts';
import type { Person } from '../people/people.ts';
import type { ScanLog } from '../sending/scan-log.ts';
import { database } from '../storage/database.ts';
import { open, openJson, seal, sealJson } from '../storage/sealing.ts';
import { isGenuine, Snapshot } from './snapshot.ts';

export const nameOf = ({ kind, id }: { readonly kind: TaskKind; readonly id: number }): string => `${kind}/${id}`;

/** A snapshot that is not of the installation that the handheld is signed in to. */
export class ForgedSnapshot extends Error {}

/** Downloads a task and keeps it. Scans that it contains are forgotten; those without an answer stay. */
export async function downloadTask(
  person: Person,
  log: ScanLog,
  { kind, id }: Pick<Task, 'kind' | 'id'>,
): Promise<Snapshot> {
  const { token, publicKey } = person.session;
  const name = nameOf({ kind, id });
  const answered = (await log.ofTask(name)).filter(({ state }) => state === 'taken');
  const bytes = await fetchBytes(snapshotCall, { kind, id }, token);
  if (!(await isGenuine(bytes, publicKey))) throw new ForgedSnapshot();
  const snapshot = new Snapshot(bytes);
  const [head, sealed] = await Promise.all([sealJson(person.dataKey, snapshot.head), seal(person.dataKey, bytes)]);
  await (await database()).put('tasks', { person: person.id, task: name, head, sealed });
  await log.forget(answered.map(({ no }) => no));
  return snapshot;
}

/** A task as it was downloaded, or undefined. */
export async function keptTask(person: Person, name: string): Promise<Snapshot | undefined> {
  const row = await (await database()).get('tasks', [person.id, name]);
  return row && new Snapshot(await open(person.dataKey, row.sealed));
}

/** Forgets a task and what was gathered for it, except for its scans that are not answered yet. */
export async function forgetTask(person: Person, log: ScanLog, name: string): Promise<void> {
  await (await database()).delete('tasks', [person.id, name]);
  await log.dropDrafts(name);
  const answered = (await log.ofTask(name)).filter(({ state }) => state === 'taken');
  await log.forget(answered.map(({ no }) => no));
}

/** The heads of all that was downloaded, newest first. */
export async function keptTasks(person: Person): Promise<SnapshotHead[]> {
  const rows = await (await database()).getAll('tasks', IDBKeyRange.bound([person.id, ''], [person.id, '\uffff']));
  const heads = await Promise.all(rows.map(({ head }) => openJson<SnapshotHead>(person.dataKey, head)));
  return heads.sort((one, other) => (one.taken_at < other.taken_at ? 1 : -1));
}
