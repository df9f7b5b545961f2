import type { CheckPorts } from '../../checks/run-check.ts'
import type { ScreenPorts } from '../../screen.ts'
import type { ModelUpstreams } from '../upstreams/model-upstreams.ts'
import type { VerdictCache } from './verdict-cache.ts'

/** What the chat gateway works with. */
export interface ChatPorts extends ScreenPorts, CheckPorts {
  readonly upstreams: ModelUpstreams
  readonly verdicts: VerdictCache
}
