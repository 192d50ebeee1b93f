import { DeadEnd } from './DeadEnd.tsx';

export default function NoAccess() {
  return <DeadEnd status="401" />;
}
