import type { Category, Need, Seed } from './category.ts'

/**
 * Returns the seeds that a target can be attacked with. A tool server reads no messages: where a category has calls of tools, only these are
 * sent to one.
 */
export function seedsFor({ seeds }: Category, can: ReadonlySet<Need>): readonly Seed[] {
  const usable = seeds.filter(({ needs = [] }) => needs.every((need) => can.has(need)))
  const isToolServer = can.has('mcp') && !can.has('tool_calls')
  const isOfServer = ({ needs = [] }: Seed): boolean => needs.includes('mcp')
  return isToolServer && seeds.some(isOfServer) ? usable.filter(isOfServer) : usable
}

/** Returns the seeds with those for the protocol of agents first: others are messages of users, which such an agent seldom reads. */
export function ofProtocolFirst(seeds: readonly Seed[]): readonly Seed[] {
  return seeds.toSorted((a, b) => Number(isForPeers(b)) - Number(isForPeers(a)))
}

function isForPeers({ needs = [] }: Seed): boolean {
  return needs.includes('a2a')
}

/** Returns whether a seed consists of requests of a protocol: strategies would make them invalid. */
export function isOfProtocol({ turns }: Seed): boolean {
  return turns.some(({ texts }) => texts.every((text) => text.startsWith('{"method"') || text.startsWith('{"from"')))
}
