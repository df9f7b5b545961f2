import type { RunModels } from '@gatehouse/attacks'
import type { Egress } from '@gatehouse/kernel/egress'
import { openModel } from '@gatehouse/platform'
import type { Io } from '../command.ts'
import { readSettings } from '../settings.ts'

/** Settings of the model. Without these, other settings are not validated, because they do not affect a local run. */
const NAMED_BY = ['MODEL_BASE_URL', 'MODEL_NAME', 'MODEL_API_KEY', 'GATEHOUSE_CONFIG']

/**
 * Returns the configured model, which judges undecided attempts and writes attacks.
 * @throws {Failure} `invalid_setting` with one line
 */
export function modelsOf(io: Pick<Io, 'env' | 'cwd'>, egress: Egress): RunModels | undefined {
  if (NAMED_BY.every((name) => (io.env[name] ?? '').trim() === '')) return undefined
  const settings = readSettings(io)
  const model = openModel(settings, egress)
  const { modelPrice: price } = settings
  return model && { judges: [model], attacker: model, ...(price && { prices: new Map([[model.name, price]]) }) }
}
