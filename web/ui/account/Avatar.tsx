import { useSession } from '../../core/session/session.ts';

/** The picture of who is signed in; the first letter of their name, where they have none. */
export function Avatar() {
  const name = useSession((session) => session.name);
  const picture = useSession((session) => session.avatar);
  if (picture) return <img className="avatar" src={picture} alt="" />;
  return (
    <span className="avatar" aria-hidden="true">
      {([...name][0] ?? '·').toUpperCase()}
    </span>
  );
}
