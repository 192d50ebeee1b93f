import type { Config } from '../platform/config/config.ts';
import { MasterKey } from '../platform/secrets/master-key.ts';
import { keptMasterKey } from '../platform/secrets/master-key-file.ts';

/** The key the records were written under: a new one, as a first start makes it, would fit none of them. */
export async function masterKeyOf({ masterKey, dataDir }: Config): Promise<MasterKey> {
  const kept = masterKey ?? (await keptMasterKey(dataDir));
  if (!kept) throw new Error(`There is no master.key in ${dataDir}. Set SUYUAN_DATA_DIR, or SUYUAN_MASTER_KEY.`);
  return new MasterKey(kept);
}
