/** The types of what build.mjs offers to tests and benchmarks written in TypeScript. */
export function build(folder?: 'server' | 'web'): Promise<void>;
