/** One detail of an error, such as a field that cannot be accepted. */
export interface Problem {
  campo?: string;
  ponteiro?: string;
  regra?: string;
  mensagem?: string;
  linha?: number;
}

/** An answer that is no success. */
export class RastroError extends Error {
  override name = 'RastroError';
  /** Names the reason, such as SAFRA_NAO_PERMITIDA; '' if something else than the server answered. */
  readonly code: string;
  /** What the server's operator finds the request by. */
  readonly requestId: string;
  readonly problems: readonly Problem[];
  /** What some errors say in detail: the receipt of an erasure, similar lots. */
  readonly data: unknown;

  constructor(readonly status: number, answer: unknown) {
    const said = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>;
    const problems = Array.isArray(said['errors']) ? (said['errors'] as Problem[]) : [];
    const code = text(said['error']);
    super([`${status} ${code}: ${text(said['message'])}`, ...problems.map((p) => `${p.ponteiro ?? ''} ${p.mensagem ?? ''}`)].join('; '));
    this.code = code;
    this.requestId = text(said['requestId']);
    this.problems = problems;
    this.data = said['data'];
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The data of an answer. Routes that also have other formats than JSON give texts for those. */
type Data<Answer> = Answer extends { data: infer T } ? T : never;

/** Takes the data out of an answer: take(await client.GET(…)). It throws a RastroError unless it is a success. */
export function take<Answer>(result: { data?: Answer; error?: unknown; response: Response }): Data<Answer> {
  const { data: answer } = result;
  if (typeof answer !== 'object' || answer === null || !('data' in answer)) throw new RastroError(result.response.status, result.error ?? answer);
  return answer.data as Data<Answer>;
}
