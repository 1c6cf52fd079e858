import ipaddr from 'ipaddr.js';

/**
 * The network that an address belongs to, for limits: an IPv4 address itself, and the /64 of an IPv6 address, which is what
 * one customer gets (decision 1). An IPv4-mapped IPv6 address counts as IPv4.
 */
export function networkOf(address: string | undefined): string {
  if (!address || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const prefix = new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${prefix}/64`;
}
