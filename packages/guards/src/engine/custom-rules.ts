import type { CustomPolicyRule, GuardBlock } from '@gatehouse/contracts/policies'
import { type ContentStage } from './defaults.ts'
import { mergeBlocks } from './resolve.ts'

/** Returns a stage's block with the tenant's individually stored rules after those of the block itself. */
export function withCustomRules(
  stage: ContentStage,
  block: GuardBlock | undefined,
  rules: readonly CustomPolicyRule[],
): GuardBlock | undefined {
  if (rules.length === 0) return block
  const name = `custom_policy_${stage}`
  const base = mergeBlocks({}, block ?? {})
  const inBlock = base[name]?.settings?.['policies']
  const policies = [...(Array.isArray(inBlock) ? (inBlock as unknown[]) : []), ...rules]
  return mergeBlocks(mergeBlocks({ [name]: { enabled: true } }, base), { [name]: { settings: { policies } } })
}
