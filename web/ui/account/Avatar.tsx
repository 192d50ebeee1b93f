import { useSession } from '#core/session/session.ts';

/** The picture of the person who is signed in, or the first letter of their name. */
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
