import { z } from 'zod'
import type { SettingRow } from './define.ts'

const STEPS = { '20': 20, '40': 40, '80': 80, '160': 160 } as const

type StreamStep = (typeof STEPS)[keyof typeof STEPS]

/** Number of characters of a streamed answer between two checks of the fast guards. */
export const STREAM_STEP_CHARS: SettingRow<StreamStep> & { readonly default: string } = {
  name: 'GATEWAY_STREAM_STEP_CHARS',
  path: 'gateway.stream_step_chars',
  schema: z
    .enum(['20', '40', '80', '160'] as const, { error: 'must be 20, 40, 80 or 160' })
    .transform((step) => STEPS[step]),
  default: '80',
  form: '`20`, `40`, `80` or `160`',
  description:
    'Maximum characters of a streamed response between two checks by the fast guards that block or redact. Smaller ' +
    'steps deliver text sooner and take more processor time. The first 160 characters are checked every 20, the next ' +
    '480 every 40.',
}
