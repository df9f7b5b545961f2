import { z } from 'zod'
import type { SettingRow } from './define.ts'

/** Handling of unknown fields in a chat request. */
export const UNKNOWN_FIELDS: SettingRow<'screen' | 'drop'> & { readonly default: string } = {
  name: 'GATEWAY_UNKNOWN_FIELDS',
  path: 'gateway.unknown_fields',
  schema: z.enum(['screen', 'drop'], { error: 'must be screen or drop' }),
  default: 'screen',
  form: '`screen` or `drop`',
  description:
    'Handling of unknown top-level fields in chat gateway requests. `screen`: input guards read their text, and the ' +
    'upstream receives them. `drop`: they are removed.',
}
