/** Why a store refused a call, as a sentence for the administrator. The client's messages say little if the answer had no body. */
export function reasonOf(error: unknown): string {
  const { name, message, code, $metadata } = error as Error & {
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  const status = $metadata?.httpStatusCode;
  const says = message && !/^Unknown/.test(message) ? message : '';
  if (status === undefined) return [code, says].filter(Boolean).join(': ') || name;
  const forbidden = status === 403 ? 'the key may not do that, or is wrong' : '';
  return `the store answered ${status} (${[/^Unknown/.test(name) ? '' : name, says || forbidden].filter(Boolean).join(': ')})`;
}
