import { type ComponentProps, type ComponentType, lazy, useState } from 'react';

// biome-ignore lint/suspicious/noExplicitAny: a component of any properties; the use below knows them
type ScreenLike = { readonly default: ComponentType<any> };

/**
 * A component in a module of its own. Fetched beforehand, it is drawn at once; React's lazy would show a fallback even
 * then, and keep it for a third of a second.
 */
export function prepared<Module extends ScreenLike>(
  load: () => Promise<Module>,
  forShowing: (loading: Promise<Module>) => Promise<Module> = (loading) => loading,
) {
  type Props = ComponentProps<Module['default']>;
  let here: ComponentType<Props> | undefined;
  const fetch = async (): Promise<Module> => {
    const module = await load();
    here = module.default;
    return module;
  };
  const open = () => forShowing(fetch());
  const Later = lazy(open);
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each module, when this page is loaded
  function Prepared(props: Props) {
    // Chosen once: another component in the same place would begin anew.
    const [Here] = useState(() => here);
    return Here ? <Here {...props} /> : <Later {...props} />;
  }
  return { fetch, open, Prepared };
}
