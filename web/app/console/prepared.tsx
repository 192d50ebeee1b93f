import { type ComponentProps, type ComponentType, lazy, useState } from 'react';

// biome-ignore lint/suspicious/noExplicitAny: a component of any properties; the use below knows them
type ScreenLike = { readonly default: ComponentType<any> };

/**
 * A component in a module of its own. If it was preloaded, it renders at once; React's `lazy` would still show the fallback,
 * for a third of a second.
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
    // Kept in state: replacing the component later would remount it and lose its state.
    const [Here] = useState(() => here);
    return Here ? <Here {...props} /> : <Later {...props} />;
  }
  return { fetch, open, Prepared };
}
