// autocannon brings no types: what the bench uses of it.
declare module 'autocannon' {
  export interface Result {
    /** Seconds. */
    duration: number;
    '2xx': number;
    non2xx: number;
    errors: number;
    timeouts: number;
    resets: number;
    /** Bytes received, heads and bodies. */
    throughput: { total: number };
  }
  export default function autocannon(options: { url: string; connections: number; duration: number }): Promise<Result>;
}
