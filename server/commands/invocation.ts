/** How a command is called from here: by npm in the repository, by `suyuan` where the package is installed. */
export function invocation(name: string, options = ''): string {
  const isByNpm = process.env.npm_lifecycle_event !== undefined;
  return [isByNpm ? `npm run ${name}` : `suyuan ${name}`, isByNpm && options ? '--' : '', options]
    .filter(Boolean)
    .join(' ');
}
