import type { Extractor } from '@gatehouse/formats'
import type { StreamStepMax } from '@gatehouse/guards'
import type { CheckPorts, ScreenPorts } from '@gatehouse/screening'
import type { ModelUpstreams } from '../upstreams/model-upstreams.ts'
import type { VerdictCache } from './verdict-cache.ts'

/** Dependencies of the chat gateway. */
export interface ChatPorts extends ScreenPorts, CheckPorts {
  readonly upstreams: ModelUpstreams
  readonly verdicts: VerdictCache
  /** Reads documents in requests, in threads of their own. */
  readonly extractor: Extractor
  /** Handling of unknown fields of an API. */
  readonly unknownFields: 'screen' | 'drop'
  /** Most characters of a stream between two checks of the fast guards that block or redact. */
  readonly streamStep_chars?: StreamStepMax
}
