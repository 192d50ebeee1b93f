import { type ComponentType, lazy, useState } from 'react';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A component in a module of its own. Fetched beforehand, it is drawn at once; React's lazy would show a fallback even
 * then, and keep it for a third of a second.
 */
export function prepared<Props extends object>(
  load: Load<Props>,
  whileLoading: <T>(work: Promise<T>) => Promise<T> = (work) => work,
) {
  let here: ComponentType<Props> | undefined;
  const fetch: Load<Props> = async () => {
    const module = await load();
    here = module.default;
    return module;
  };
  const Later = lazy(() => whileLoading(fetch()));
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each module, when this page is loaded
  function Prepared(props: Props) {
    // Chosen once: another component in the same place would begin anew.
    const [Here] = useState(() => here);
    return Here ? <Here {...props} /> : <Later {...props} />;
  }
  return { fetch, Prepared };
}
