import { readFileSync } from 'node:fs';

const suffix = '_FILE';

/**
 * The environment with the secrets that it gives as files: what the file that `SUYUAN_MASTER_KEY_FILE` names has in it becomes
 * `SUYUAN_MASTER_KEY`. So containers and systemd hand over secrets, which everybody who may look at a process would see in its
 * environment. `problems` says what cannot be read.
 */
export function withSecretFiles(
  env: NodeJS.ProcessEnv,
  secrets: readonly string[],
): { readonly env: NodeJS.ProcessEnv; readonly problems: readonly string[] } {
  const whole = { ...env };
  const problems: string[] = [];
  for (const name of secrets) {
    const variable = `${name}${suffix}`;
    const path = env[variable]?.trim();
    delete whole[variable];
    if (!path) continue;
    if (env[name]?.trim()) {
      problems.push(`${name} and ${variable} are both set: keep one of them.`);
      continue;
    }
    try {
      whole[name] = readFileSync(path, 'utf8').trim();
      if (whole[name] === '') problems.push(`${variable} names an empty file, ${path}.`);
    } catch (error) {
      problems.push(
        `${variable} names a file that cannot be read, ${path} (${(error as NodeJS.ErrnoException).code}).`,
      );
    }
  }
  return { env: whole, problems };
}
