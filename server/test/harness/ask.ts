import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface PlainRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface PlainAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true });

/** The headers that `fetch` sends by default. */
const usual = { accept: '*/*', 'accept-language': '*', 'user-agent': 'node' };

/**
 * A call as a plain program makes it: `fetch` takes as much of the processor as the server does for a small answer, and has
 * larger ones packed and unpacked. The tests make a hundred thousand calls.
 */
export function ask(url: string, { method, headers, body }: PlainRequest): Promise<PlainAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, agent, headers: { ...usual, ...headers } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.once('error', reject);
      answer.once('end', () => {
        const text = new TextDecoder().decode(Buffer.concat(parts));
        resolve({ status: answer.statusCode as number, headers: answer.headers, text });
      });
    });
    // What is refused before it was sent whole may be answered all the same: a failure after the answer changes nothing.
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
