import { bringTexts } from './i18n.ts';
import type { TextBranch } from './textKeys.ts';

/** Loads a module together with the texts it speaks with: side by side, so that neither waits for the other. */
export function withTexts<Module>(load: () => Promise<Module>, ...branches: TextBranch[]): () => Promise<Module> {
  return async () => {
    const [module] = await Promise.all([load(), bringTexts(branches)]);
    return module;
  };
}
