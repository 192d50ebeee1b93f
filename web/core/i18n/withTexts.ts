import { bringTexts } from './i18n.ts';
import type { TextBranch } from './textKeys.ts';

/** Wraps the loading of a module so that the texts that it needs are loaded in parallel. */
export function withTexts<Module>(load: () => Promise<Module>, ...branches: TextBranch[]): () => Promise<Module> {
  return async () => {
    const [module] = await Promise.all([load(), bringTexts(branches)]);
    return module;
  };
}
