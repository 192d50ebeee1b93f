import { DeadEnd } from './DeadEnd.tsx';

export default function NotFound() {
  return <DeadEnd status="404" />;
}
