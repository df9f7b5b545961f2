import type { guardEndpoints, Handlers } from '@gatehouse/contracts'
import type { RequestContext } from '@gatehouse/http'
import { checkInput } from './check-input.ts'
import { checkOutput } from './check-output.ts'
import { classify } from './classify.ts'
import { classifyOutput } from './classify-output.ts'
import type { GuardPorts } from './handler.ts'
import { listAudit } from './list-audit.ts'
import { listGuardrails } from './list-guardrails.ts'
import { verifyAudit } from './verify-audit.ts'

/** One handler per row of the table; a missing one does not compile. */
export function handlersOf(ports: GuardPorts): Handlers<typeof guardEndpoints, RequestContext> {
  return {
    checkInput: checkInput(ports),
    checkOutput: checkOutput(ports),
    classify: classify(ports),
    classifyOutput: classifyOutput(ports),
    listGuardrails: listGuardrails(ports),
    listAudit: listAudit(ports),
    verifyAudit: verifyAudit(ports),
  }
}
