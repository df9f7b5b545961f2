import { GuardBlock } from '@gatehouse/contracts/policies'
import type { ContentStage } from '@gatehouse/guards'
import { Failure } from '@gatehouse/kernel'
import type { GuardrailDefaults } from '@gatehouse/settings'

/**
 * Reads the guard defaults of the configuration file.
 * @throws {Failure} `invalid_setting` that names the entry
 */
export function readServerBlocks(raw: GuardrailDefaults): Readonly<Partial<Record<ContentStage, GuardBlock>>> {
  return {
    input: readBlock('input_guardrails', raw.input_guardrails),
    output: readBlock('output_guardrails', raw.output_guardrails),
  }
}

function readBlock(name: string, raw: unknown): GuardBlock {
  const read = GuardBlock.safeParse(raw ?? {})
  if (read.success) return read.data
  const issue = read.error.issues[0]!
  const place = ['guardrails', name, ...issue.path].join('.')
  throw new Failure('invalid_setting', `${place} in the configuration file: ${issue.message}`)
}
