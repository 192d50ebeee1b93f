/** The types of what install.mjs offers to configuration files written in TypeScript. */
export const root: string;
export const serverArguments: readonly string[];
export const commandsFile: string;
export function chromiumPath(): string | undefined;
export function pinnedNode(): string | undefined;
export function pinnedEnvironment(): NodeJS.ProcessEnv;
