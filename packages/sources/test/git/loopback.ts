import { createEgress, type Egress, parseEgressAllow } from '@gatehouse/kernel/egress'

/** Returns an egress that resolves one fictitious name and allows loopback. */
export function loopbackEgress(): Egress {
  return createEgress({ allow: parseEgressAllow('127.0.0.0/8,git.test'), resolve: async () => ['127.0.0.1'] })
}
