import { createEgress, type Egress, parseEgressAllow } from '@gatehouse/kernel'

/** An egress that knows one name, which no resolver knows, and may go to loopback. */
export function loopbackEgress(): Egress {
  return createEgress({ allow: parseEgressAllow('127.0.0.0/8,git.test'), resolve: async () => ['127.0.0.1'] })
}
