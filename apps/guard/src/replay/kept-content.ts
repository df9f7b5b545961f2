import { ACTIONS } from '@gatehouse/contracts/verdicts'
import type { ContentStage, RunContext, StageVerdict, Subject } from '@gatehouse/guards'
import { z } from 'zod'

const Findings = z.array(z.object({ guardrail: z.string(), action: z.enum(ACTIONS) }))

/** Encrypted content of a stored request: the input of its guards, and the decision. */
export const StoredContent = z.object({
  text: z.string(),
  untrusted_length: z.number().int().optional(),
  prompt: z.string().optional(),
  context_docs: z.array(z.string()).optional(),
  agent_key: z.string().optional(),
  user_role: z.string().optional(),
  findings: Findings,
})
export type StoredContent = z.infer<typeof StoredContent>

/** Returns the content of a request, with the action of each guard with a finding, regardless of the mode. */
export function storedContent(subject: Subject, run: RunContext, verdict: StageVerdict): StoredContent {
  return {
    text: subject.text,
    ...(subject.untrustedLength === undefined ? {} : { untrusted_length: subject.untrustedLength }),
    ...(run.prompt === undefined ? {} : { prompt: run.prompt }),
    ...(run.contextDocs.length === 0 ? {} : { context_docs: [...run.contextDocs] }),
    ...(run.agentKey === undefined ? {} : { agent_key: run.agentKey }),
    ...(run.userRole === undefined ? {} : { user_role: run.userRole }),
    findings: findingsOf(verdict),
  }
}

/** Returns the number of characters of a request. */
export function charsOf(subject: Subject, { prompt, contextDocs }: RunContext): number {
  return subject.text.length + (prompt?.length ?? 0) + contextDocs.reduce((sum, text) => sum + text.length, 0)
}

/** Returns the guards with findings and their actions. */
export function findingsOf(verdict: StageVerdict): StoredContent['findings'] {
  return verdict.results.flatMap(({ guardrail, passed, action, would_action }) =>
    passed ? [] : [{ guardrail, action: would_action ?? action }],
  )
}

/** Returns the run context of a replayed request. Earlier turns are not stored, so that it has no session. */
export function replayedRun(
  tenantId: string,
  stage: ContentStage,
  { prompt, context_docs, agent_key, user_role }: StoredContent,
  clock: RunContext['clock'],
): RunContext {
  return {
    tenantId,
    stage,
    agentKey: agent_key,
    userRole: user_role,
    sessionId: undefined,
    prompt,
    contextDocs: context_docs ?? [],
    clock,
  }
}
