import type { Config } from '#platform/config/config.ts';
import { MasterKey } from '#platform/secrets/master-key.ts';
import { keptMasterKey } from '#platform/secrets/master-key-file.ts';

/** The existing master key. Unlike a first start this never makes a new one, since that would not match the records. */
export async function masterKeyOf({ masterKey, dataDir }: Config): Promise<MasterKey> {
  const kept = masterKey ?? (await keptMasterKey(dataDir));
  if (!kept) throw new Error(`There is no master.key in ${dataDir}. Set SUYUAN_DATA_DIR, or SUYUAN_MASTER_KEY.`);
  return new MasterKey(kept);
}
