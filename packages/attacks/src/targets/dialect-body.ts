import { peerBody } from './a2a.ts'
import { modelBody } from './model-dialects.ts'
import type { Prepared } from './prepare.ts'
import type { SlotValues } from './slots.ts'

/** Returns the body of a target type with a format of its own; undefined for other types. */
export function dialectBody({ config, base, address }: Prepared, values: SlotValues): string | undefined {
  if (config.type !== 'a2a') return modelBody(config, values.message, values.history, values.attachment)
  const { pathname } = new URL(address.render(values, encodeURIComponent), base)
  return peerBody(config, pathname, values.message, { session: values.sessionId, message: values.uuid })
}
