import type { AccountType } from '@suyuan/contract/access/account-type.ts';
import { database, type StoredPerson } from '../storage/database.ts';
import { keyOfPin, keyOfServer, newDataKey, openJson, sealJson, unwrap, wrap } from '../storage/sealing.ts';
import { isSetAside, setAside, takeUp } from './set-aside.ts';

/** After so many wrong PINs in a row, only the password opens the handheld for this person. */
const mostWrongPins = 5;

/** What is kept of a session. */
export interface Session {
  readonly token: string;
  /** The key of the installation, by which snapshots are verified: base64 of its SPKI. */
  readonly publicKey: string;
  /** Those in force at the last contact. */
  readonly permissions: readonly string[];
}

/** Somebody who has entered the PIN. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly dataKey: CryptoKey;
  readonly session: Session;
}

export interface SignIn {
  readonly name: string;
  readonly account_type: AccountType;
  readonly session: Session;
  /** The key of this person on this handheld, which the server gives after a sign-in. */
  readonly recoveryKey: string;
}

/** Whether somebody has one of the permissions, as of the last contact. */
export const mayDo = ({ session }: Person, permissions: readonly string[]): boolean =>
  permissions.some((one) => session.permissions.includes(one));

const idOf = ({ name, account_type }: Pick<SignIn, 'name' | 'account_type'>): string =>
  `${account_type}/${name.toLowerCase()}`;

/** Everybody who has signed in here, with how many scans of theirs wait to be sent. */
export async function peopleHere(): Promise<(StoredPerson & { readonly waiting: number })[]> {
  const db = await database();
  const people = (await db.getAll('people')).filter(({ id }) => !isSetAside(id));
  return Promise.all(
    people.map(async (one) => ({ ...one, waiting: await db.countFromIndex('scans', 'by-state', [one.id, 'waiting']) })),
  );
}

/** Whoever has signed in before and has a PIN needs none: the sign-in opens what is kept. */
export async function recognised(signIn: SignIn): Promise<Person | undefined> {
  const known = await (await database()).get('people', idOf(signIn));
  if (!known?.wrappedKey) return undefined;
  const dataKey = await dataKeyOf(known, signIn);
  return dataKey && { id: known.id, name: known.name, dataKey, session: await kept(known, dataKey, signIn.session) };
}

/**
 * Keeps a person with a new PIN. What the person has kept here before stays readable, unless the server has another key than before:
 * then it is set aside until that one is back.
 */
export async function keepPerson(signIn: SignIn, pin: string): Promise<Person> {
  const id = idOf(signIn);
  const db = await database();
  const known = await db.get('people', id);
  const before = known && (await dataKeyOf(known, signIn));
  if (known && !before) await setAside(known);
  const dataKey = before ?? (await newDataKey());
  const salt = crypto.getRandomValues(new Uint8Array(16));
  await db.put('people', {
    id,
    name: signIn.name,
    account_type: signIn.account_type,
    salt,
    wrappedKey: await wrap(dataKey, await keyOfPin(pin, salt)),
    recoverableKey: await wrap(dataKey, await keyOfServer(signIn.recoveryKey)),
    sealed: await sealJson(dataKey, signIn.session),
    wrongPins: 0,
  });
  await takeUp(id, dataKey, (aside) => dataKeyOf(aside, signIn));
  return { id, name: signIn.name, dataKey, session: signIn.session };
}

/** Keeps the permissions that the server has told. */
export async function keepPermissions(person: Person, permissions: readonly string[]): Promise<void> {
  if (permissions.join() === person.session.permissions.join()) return;
  const known = await (await database()).get('people', person.id);
  if (known) await kept(known, person.dataKey, { ...person.session, permissions });
}

const dataKeyOf = async (known: StoredPerson, { recoveryKey }: SignIn): Promise<CryptoKey | undefined> =>
  unwrap(known.recoverableKey, await keyOfServer(recoveryKey));

async function kept(known: StoredPerson, dataKey: CryptoKey, session: Session): Promise<Session> {
  await (await database()).put('people', { ...known, wrongPins: 0, sealed: await sealJson(dataKey, session) });
  return session;
}

/** The PIN of a person opens nothing any more: it takes the password. What is kept stays. */
export async function forgetPin(id: string): Promise<void> {
  const db = await database();
  const known = await db.get('people', id);
  if (known) await db.put('people', { ...known, wrappedKey: undefined });
}

export type PinOutcome = { readonly person: Person } | { readonly attemptsLeft: number };

/** Opens what is kept of a person. After five wrong PINs in a row, it takes the password. */
export async function enterPin(id: string, pin: string): Promise<PinOutcome> {
  const db = await database();
  const known = await db.get('people', id);
  if (!known?.wrappedKey) return { attemptsLeft: 0 };
  // Counted before it is tried: a handheld that is switched off in between gives no attempt away.
  const wrongPins = known.wrongPins + 1;
  await db.put('people', { ...known, wrongPins });
  const dataKey = await unwrap(known.wrappedKey, await keyOfPin(pin, known.salt));
  if (!dataKey) {
    const attemptsLeft = Math.max(0, mostWrongPins - wrongPins);
    if (attemptsLeft === 0) await db.put('people', { ...known, wrongPins, wrappedKey: undefined });
    return { attemptsLeft };
  }
  await db.put('people', { ...known, wrongPins: 0 });
  // One that was kept by an earlier version has none.
  const opened = await openJson<Session | Omit<Session, 'permissions'>>(dataKey, known.sealed);
  const session: Session = { ...opened, permissions: 'permissions' in opened ? opened.permissions : [] };
  return { person: { id, name: known.name, dataKey, session } };
}
