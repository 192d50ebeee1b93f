import { commandsFile, serverArguments } from '../../install.mjs';

/**
 * `bin/suyuan` of the package: without arguments it becomes the server, in the same process, so that whatever started it sends its
 * signals to the server; with arguments it becomes a command.
 */
export function launcher(): string {
  const [main = '', ...options] = serverArguments.toReversed();
  return `#!/bin/sh
# \`suyuan\` runs the server, \`suyuan COMMAND\` a command that an administrator runs beside it (docs/operations.md).
set -eu
here=$(dirname "$(dirname "$(readlink -f "$0")")")
node=$here/bin/node
"$node" --version >/dev/null || {
  echo "suyuan: its Node.js does not run here (see above). It needs glibc 2.28 or later, libstdc++ and libatomic." >&2
  exit 1
}
if [ $# -gt 0 ]; then exec "$node" "$here/${commandsFile}" "$@"; fi
exec "$node" ${options.toReversed().join(' ')} "$here/${main}"
`;
}
