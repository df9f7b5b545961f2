import type { Handlers } from '@gatehouse/contracts'
import type { dropInEndpoints } from '@gatehouse/contracts/content'
import type { RequestContext } from '@gatehouse/http'
import type { ChatPorts } from '../chat/ports.ts'
import { VerdictCache } from '../chat/verdict-cache.ts'
import { checkLitellm } from './litellm.ts'
import { moderate } from './moderate.ts'

/** Handlers of other products' guard APIs. */
export function dropInHandlers(ports: Omit<ChatPorts, 'verdicts'>): Handlers<typeof dropInEndpoints, RequestContext> {
  return {
    moderate: moderate(ports),
    checkLitellm: checkLitellm({ ...ports, verdicts: new VerdictCache(ports.clock) }),
  }
}
