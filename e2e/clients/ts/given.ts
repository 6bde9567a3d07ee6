export interface Given { url: string; access: string; secret: string }

// What a client with smaller numbers would change.
export const seeds = 1234567.891;
export const ring = [-55.7000012345, -12.5, -55.69, -12.49];

export function must<T>(what: string, data: T | undefined, error?: unknown): T {
  if (data === undefined) throw new Error(`${what}: ${JSON.stringify(error)}`);
  return data;
}
