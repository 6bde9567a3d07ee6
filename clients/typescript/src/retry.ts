/** Sends one request. */
type Send = (request: Request) => Promise<Response>;

const firstWait = 500;
/** How long a call waits for one more attempt. Where the server asks for more, its answer is returned. */
const longestWait = 60_000;

/**
 * Sends requests again that the server could not answer: a POST always, because its Idempotency-Key
 * makes that safe; a PUT or DELETE only if nothing was written.
 */
export function retrying(send: Send, attempts: number): Send {
  return async (request) => {
    if (request.method === 'POST' && !request.headers.has('Idempotency-Key')) {
      request = new Request(request, { headers: [...request.headers, ['Idempotency-Key', crypto.randomUUID()]] });
    }
    const change = request.method === 'PUT' || request.method === 'DELETE';
    for (let sent = 1; ; sent++) {
      let wait = backoff(sent, Math.random());
      try {
        const answer = await send(request.clone());
        const asked = retryAfter(answer.headers.get('Retry-After'), Date.now());
        if (sent >= attempts || asked > longestWait || !(await passing(change, answer))) return answer;
        wait = Math.max(wait, asked);
      } catch (failed) {
        if (sent >= attempts || change || request.signal.aborted) throw failed;
      }
      await pause(wait, request.signal);
    }
  };
}

/** Whether an answer may be another one soon. Who answers 502 and 504 does not know whether the server did something. */
async function passing(change: boolean, answer: Response): Promise<boolean> {
  switch (answer.status) {
    case 429: return true;
    case 502: case 504: return !change;
    case 503: return !change || nothingWritten(await answer.clone().text());
    default: return false;
  }
}

function nothingWritten(answer: string): boolean {
  try {
    const { error } = JSON.parse(answer) as { error?: unknown };
    return typeof error === 'string' && error !== 'RESULTADO_DESCONHECIDO';
  } catch {
    return false;
  }
}

/** How long to wait after so many attempts. Chance, from 0 to 1, keeps clients apart which failed together. */
export function backoff(sent: number, chance: number): number {
  const wait = Math.min(firstWait * 2 ** Math.min(sent - 1, 10), longestWait / 2);
  return (wait / 2) * (1 + chance);
}

/** Reads the header, seconds or a date, as milliseconds. What cannot be read asks for nothing. */
export function retryAfter(header: string | null, now: number): number {
  if (!header) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = () => { clearTimeout(timer); reject(signal.reason as Error); };
    const timer = setTimeout(() => { signal.removeEventListener('abort', give); resolve(); }, milliseconds);
    if (signal.aborted) give();
    else signal.addEventListener('abort', give, { once: true });
  });
}
