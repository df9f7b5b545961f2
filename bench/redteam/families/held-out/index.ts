import type { Family } from '../family.ts'
import { serviceAgents } from './commerce.ts'
import { documentAgents } from './documents.ts'
import { generalAgents } from './general.ts'
import { memoryAgents } from './memory.ts'
import { operationAgents } from './operations.ts'
import { peerAgents } from './peers.ts'
import { toolServers } from './tool-servers.ts'

/** Family for one final validation run: never develop against it. */
export const heldOut: Family = {
  name: 'held-out',
  agents: [
    ...memoryAgents,
    ...generalAgents,
    ...documentAgents,
    ...serviceAgents,
    ...operationAgents,
    ...toolServers,
    ...peerAgents,
  ],
}
