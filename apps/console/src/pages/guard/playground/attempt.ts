import { useSyncExternalStore } from 'react'
import { guard } from '../../../api/clients.ts'
import { onSwitch } from '../../../api/switched.ts'
import { messages } from '../../../messages/guard/playground.ts'

export const KINDS = ['prompt', 'output', 'file', 'tool'] as const
export type Kind = (typeof KINDS)[number]
/** Stages whose guards a request can select individually. */
export type TextStage = 'input' | 'output'
export type GuardInfo = Awaited<ReturnType<typeof guard.listGuardrails>>['guardrails'][number]
export type Result = Awaited<ReturnType<typeof guard.checkInput>>['guardrail_results'][number]
type Block = NonNullable<Parameters<typeof guard.checkInput>[0]['body']['input']>

/** A check that is being edited. */
export interface Draft {
  readonly kind: Kind
  readonly prompt: string
  readonly output: string
  readonly file: File | undefined
  readonly tool: string
  readonly args: string
  readonly agent: string
  readonly role: string
  readonly session: string
  /** Whether guards are selected instead of the active policy. */
  readonly own: boolean
  readonly picked: Readonly<
    Record<TextStage, Readonly<Record<string, { readonly enabled: boolean; readonly action?: string }>>>
  >
  /** Further settings by guard, as JSON. */
  readonly settings: Readonly<Record<TextStage, string>>
}

export const FIRST_DRAFT: Draft = {
  kind: 'prompt',
  prompt: '',
  output: '',
  file: undefined,
  tool: '',
  args: '{}',
  agent: '',
  role: '',
  session: '',
  own: false,
  picked: { input: {}, output: {} },
  settings: { input: '', output: '' },
}

export const textStageOf = ({ kind }: Draft): TextStage => (kind === 'output' ? 'output' : 'input')

/** Common part of all check responses. */
export interface CheckResult {
  readonly action: string
  readonly mode: string
  readonly guardrail_results: readonly Result[]
  readonly inference_time_ms?: number | undefined
  readonly request_id?: string | undefined
  readonly policy_source?: string | undefined
  readonly would_action?: string | undefined
  readonly message?: string | undefined
  readonly sanitized_output?: string | undefined
  readonly skipped_guardrails?: readonly string[] | undefined
  readonly file?: Readonly<Record<string, unknown>> | undefined
}

export interface Attempt {
  readonly id: number
  readonly at: number
  readonly draft: Draft
  readonly judged: CheckResult
}

/** Returns the path and body of the request for a draft. @throws {SyntaxError} where a JSON field is invalid */
export function requestOf(draft: Draft): { readonly path: string; readonly body: Readonly<Record<string, unknown>> } {
  const caller = { ...filled('session_id', draft.session), ...filled('user_role', draft.role) }
  const block = draft.own ? blockOf(draft) : undefined
  switch (draft.kind) {
    case 'prompt':
      return { path: '/guardrails/input', body: { message: draft.prompt, ...caller, ...(block && { input: block }) } }
    case 'output':
      return {
        path: '/guardrails/output',
        body: {
          output: draft.output,
          ...filled('prompt', draft.prompt),
          ...caller,
          ...(block && { guardrails: block }),
        },
      }
    case 'file':
      return { path: '/guardrails/file', body: { ...caller, ...(block && { guardrails: block }) } }
    case 'tool':
    default:
      return {
        path: '/v1/shield/tool/check',
        body: {
          tool_name: draft.tool,
          tool_params: objectOf(draft.args),
          ...filled('agent_key', draft.agent),
          ...caller,
        },
      }
  }
}

/** Sends the check to the guard. */
export async function send(draft: Draft): Promise<CheckResult> {
  const { body } = requestOf(draft)
  switch (draft.kind) {
    case 'prompt':
      return guard.checkInput({ body })
    case 'output':
      return guard.checkOutput({ body })
    case 'file':
      if (draft.file === undefined) throw new Error(messages.attempt.noFileSelected)
      return guard.checkFile({ body: { ...body, file: draft.file } })
    case 'tool':
    default:
      return guard.checkTool({ body: { ...body, tool_name: draft.tool } })
  }
}

/** Returns only differences from the active policy, because the service merges the request's block into it. */
function blockOf(draft: Draft): Block {
  const stage = textStageOf(draft)
  const picked = draft.picked[stage]
  const further = objectOf(draft.settings[stage])
  const names = new Set([...Object.keys(picked), ...Object.keys(further)])
  return Object.fromEntries(
    [...names].map((name) => [name, { enabled: true, ...picked[name], ...Object(further[name]) }]),
  ) as Block
}

function objectOf(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SyntaxError(messages.attempt.theValueIsNotAJsonObject)
  return value as Record<string, unknown>
}

/** Returns the error of a JSON field; undefined if it is valid. */
export function wrongJson(text: string): string | undefined {
  try {
    objectOf(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const filled = (name: string, value: string) => (value === '' ? {} : { [name]: value })

const KEPT_MAX = 30
let storedAttempts: readonly Attempt[] = []
/** Latest draft, which survives leaving the page. */
let typed: Draft = FIRST_DRAFT
let last = 0
const listeners = new Set<() => void>()
onSwitch('guard', () => {
  storedAttempts = []
  typed = FIRST_DRAFT
  for (const tell of listeners) tell()
})

/** Attempts since the page was loaded, newest first; only in memory. */
export const attempts = {
  add(draft: Draft, judged: CheckResult): Attempt {
    const attempt = { id: ++last, at: Date.now(), draft, judged }
    storedAttempts = [attempt, ...storedAttempts].slice(0, KEPT_MAX)
    for (const tell of listeners) tell()
    return attempt
  },
  type(draft: Draft): void {
    typed = draft
  },
  typed: (): Draft => typed,
}

export function useAttempts(): readonly Attempt[] {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => storedAttempts,
  )
}
