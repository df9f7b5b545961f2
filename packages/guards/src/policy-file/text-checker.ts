import type { CustomPolicyRule, GuardBlock, PolicyFile, TextCase } from '@gatehouse/contracts/policies'
import type { ContentVerdict } from '@gatehouse/contracts/verdicts'
import { systemClock } from '@gatehouse/kernel'
import { createGuard, type Guard } from '../create-guard.ts'
import { withCustomRules } from '../engine/custom-rules.ts'
import { localWindows } from '../local-windows.ts'

/** Content guards of a policy file. */
export interface TextChecker {
  readonly guard: Guard
  readonly screen: (item: TextCase) => Promise<ContentVerdict>
}

/** Creates the content guards of a policy file. */
export function textChecker(file: PolicyFile): TextChecker {
  let windows = localWindows(systemClock)
  const rules = file.custom_policies ?? []
  const block = (stage: 'input' | 'output', own: GuardBlock | undefined): GuardBlock =>
    withCustomRules(stage, own, rules.filter((rule) => rule.stage === stage).map(ruleOf)) ?? {}
  const guard: Guard = createGuard({
    input: block('input', file.input_guardrails),
    output: block('output', file.output_guardrails),
    // Monitor mode would allow everything.
    mode: 'enforce',
    ports: { windows: { hit: (key, window_ms, limit) => windows.hit(key, window_ms, limit) } },
  })
  const screen: TextChecker['screen'] = (item) => {
    windows = localWindows(systemClock)
    const about = {
      ...(item.user_role === undefined ? {} : { userRole: item.user_role }),
      ...(item.agent_key === undefined ? {} : { agentKey: item.agent_key }),
      ...(item.prompt === undefined ? {} : { prompt: item.prompt }),
      ...(item.context_docs === undefined ? {} : { contextDocs: item.context_docs }),
    }
    return item.stage === 'output' ? guard.checkOutput(item.text, about) : guard.checkInput(item.text, about)
  }
  return { guard, screen }
}

function ruleOf({ stage, ...rule }: NonNullable<PolicyFile['custom_policies']>[number]): CustomPolicyRule {
  // Verdicts identify a rule by id; in a file it is identified by name.
  return { ...rule, policy_id: `${stage}/${rule.name}`.slice(0, 64) }
}
