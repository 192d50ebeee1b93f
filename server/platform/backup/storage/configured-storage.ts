import { resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { BucketStorage } from './bucket-storage.ts';
import { fileLocation, folderStorage } from './folder-storage.ts';
import type { BackupStorage, Location } from './storage.ts';

type Settings = Pick<Config, 'backupDir' | 'backupBucket' | 'backupAccessKey' | 'backupSecretKey'>;

/** Where a server backs up to by itself; undefined if it does not. */
export function configuredStorage(config: Settings): BackupStorage | undefined {
  return configuredBucket(config) ?? (config.backupDir === undefined ? undefined : folderStorage(config.backupDir));
}

/** The backup that a command names: a file, or `s3://bucket/key` in the configured bucket. */
export function namedLocation(name: string, config: Settings): Location {
  if (/^https?:/.test(name)) throw new Error(`${name}: name a backup in a bucket as s3://bucket/key.`);
  if (!name.startsWith('s3:')) return fileLocation(resolve(name));
  const bucket = configuredBucket(config);
  if (!bucket)
    throw new Error(
      `${name} is in a bucket: set SUYUAN_BACKUP_BUCKET, SUYUAN_BACKUP_ACCESS_KEY and SUYUAN_BACKUP_SECRET_KEY.`,
    );
  return bucket.locationOf(name);
}

function configuredBucket({ backupBucket, backupAccessKey, backupSecretKey }: Settings): BucketStorage | undefined {
  if (backupBucket === undefined) return undefined;
  return new BucketStorage({
    ...backupBucket,
    key: backupAccessKey as string,
    secret: backupSecretKey as string,
  });
}
