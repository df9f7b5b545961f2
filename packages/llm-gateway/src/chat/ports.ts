import type { Extractor } from '@gatehouse/formats'
import type { StreamStepMax } from '@gatehouse/guards'
import type { CheckPorts, ScreenPorts } from '@gatehouse/screening'
import type { ModelUpstreams } from '../upstreams/model-upstreams.ts'
import type { VerdictCache } from './verdict-cache.ts'

/** Dependencies of the chat gateway. */
export interface ChatPorts extends ScreenPorts, CheckPorts {
  readonly upstreams: ModelUpstreams
  readonly verdicts: VerdictCache
  /** Extracts text from documents in separate threads. */
  readonly extractor: Extractor
  /** Handling of unknown fields of an API. */
  readonly unknownFields: 'screen' | 'drop'
  /** Maximum number of characters of a stream between two checks of fast blocking or redacting guards. */
  readonly streamStep_chars?: StreamStepMax
}
