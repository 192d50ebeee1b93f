import { createPrivateKey, generateKeyPairSync, hkdfSync, type KeyObject, sign } from 'node:crypto';
import type { Connection } from '#platform/database/database.ts';
import type { MasterKey } from '#platform/secrets/master-key.ts';
import { handheldKeyPurpose } from './handheld.table.ts';

interface KeyRow {
  readonly private_key_sealed: Buffer;
  readonly public_key: Buffer;
}

/** The key pair by which this installation signs what handhelds take along. */
export interface InstallationKey {
  /** SPKI, DER. */
  readonly publicKey: Buffer;
  /** The signature (ECDSA P-256, SHA-256) in the form of WebCrypto. */
  sign(bytes: Uint8Array): Buffer;
  /** What opens the data that a handheld keeps for a person: always the same 32 bytes (HKDF, RFC 5869). */
  recoveryKey(device: string, accountId: number): Buffer;
}

/** The key of the installation, which is made when it is first asked for. */
export async function installationKey(sql: Connection, masterKey: MasterKey): Promise<InstallationKey> {
  const row = (await keptKey(sql)) ?? (await madeKey(sql, masterKey));
  const pkcs8 = masterKey.open(row.private_key_sealed, handheldKeyPurpose, 'The key of handhelds');
  const key: KeyObject = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  return {
    publicKey: row.public_key,
    sign: (bytes) => sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }),
    recoveryKey: (device, accountId) =>
      Buffer.from(hkdfSync('sha256', pkcs8, '', `data of account ${accountId} on handheld ${device}`, 32)),
  };
}

async function keptKey(sql: Connection): Promise<KeyRow | undefined> {
  const [row] = await sql<KeyRow[]>`select private_key_sealed, public_key from handheld_key`;
  return row;
}

/** Another server may be faster; then its key stands. */
async function madeKey(sql: Connection, masterKey: MasterKey): Promise<KeyRow> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
    publicKeyEncoding: { format: 'der', type: 'spki' },
  });
  await sql`
    insert into handheld_key (private_key_sealed, public_key)
    values (${masterKey.seal(privateKey, handheldKeyPurpose)}, ${publicKey}) on conflict do nothing`;
  return (await keptKey(sql)) as KeyRow;
}
