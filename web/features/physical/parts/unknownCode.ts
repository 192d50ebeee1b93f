import { isEnterpriseType } from '@suyuan/contract/access/account-type.ts';
import { useSession } from '#core/session/session.ts';

/**
 * The text of `scan` for a code that was not found. People of a factory or dealer see only their own goods, so for them a code of
 * others is as one that does not exist.
 */
export const unknownCode = (): 'unknown' | 'unknownHere' =>
  isEnterpriseType(useSession.getState().account_type) ? 'unknown' : 'unknownHere';
