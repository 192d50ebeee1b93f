import { icpPublic } from '@suyuan/contract/base/enterprise.ts';
import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { useEffect, useState } from 'react';
import { call } from '#core/api/call.ts';

/** The public register of ICP numbers. */
const register = 'https://beian.miit.gov.cn/';

/** The ICP number that Chinese law requires at the foot of a site, if the enterprise has one. */
export function IcpNumber() {
  const [icp, setIcp] = useState<OutputOf<typeof icpPublic>>();
  useEffect(() => {
    const cancel = new AbortController();
    call(icpPublic, {}, { signal: cancel.signal, background: true })
      .then(setIcp)
      .catch(() => undefined);
    return () => cancel.abort();
  }, []);
  if (!icp?.icp_number) return null;
  return (
    <a className="login-icp" href={icp.icp_url ?? register} target="_blank" rel="noopener noreferrer">
      {icp.icp_number}
    </a>
  );
}
