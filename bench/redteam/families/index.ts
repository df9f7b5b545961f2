import type { Family } from './family.ts'
import { fourthChat } from './fourth-chat/index.ts'
import { fourthTools } from './fourth-tools/index.ts'
import { heldOut } from './held-out/index.ts'
import { supportBots } from './support-bots/index.ts'
import { toolAgents } from './tool-agents/index.ts'

/** Families for development; `held-out`, `fourth-chat` and `fourth-tools` were measured once before their results were used. */
export const families: readonly Family[] = [supportBots, toolAgents, heldOut, fourthChat, fourthTools]
