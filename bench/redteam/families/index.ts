import type { Family } from './family.ts'
import { heldOut } from './held-out/index.ts'
import { supportBots } from './support-bots/index.ts'
import { toolAgents } from './tool-agents/index.ts'

/** Families for development, then the one that is measured only. */
export const families: readonly Family[] = [supportBots, toolAgents, heldOut]
