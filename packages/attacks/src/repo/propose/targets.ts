import { RunTarget } from '@gatehouse/contracts/redteam'
import type { z } from 'zod'
import { checkTarget } from '../../targets/prepare.ts'
import { REPLY_PATHS } from '../../targets/reply-text.ts'
import type { CodeBase } from '../code-base.ts'
import { addressOf } from '../find/address.ts'
import type { BodyField } from '../find/body-fields.ts'
import type { FoundPrompt } from '../find/prompts.ts'
import { type FoundRoute, isAgent, messageField } from '../find/routes.ts'
import type { FoundTool } from '../find/tools.ts'
import type { ProposedTarget, Reason } from '../reading.ts'

type Draft = z.input<typeof RunTarget>
type Field = Reason & { readonly field: string }

const TARGETS_MAX = 5
const LIKELY_SCORE = 2
/** Score of full confidence. */
const SCORE_FULL = 8
const SESSION_FIELDS =
  /^(?:session|conversation|thread|chat)(?:_?id)?$|^(?:session|conversation|thread|chat)(?:Id|ID|Key)$/
/** Paths of tool calls in replies, most reliable first. */
const CALL_PATHS: readonly RegExp[] = [
  /(?:^|\.)(?:tool_?calls|toolCalls)$/,
  /(?:^|\.)(?:tools_?used|toolsUsed|tool_?results|toolResults|tool_?invocations|toolInvocations)$/,
  /(?:^|\.)(?:actions|intermediate_?steps|intermediateSteps|steps|trace)$/,
]

export interface ProposalParts {
  readonly base: CodeBase
  readonly routes: readonly FoundRoute[]
  readonly prompts: readonly FoundPrompt[]
  readonly tools: readonly FoundTool[]
  /** Redacts secrets in a text. */
  readonly mask: (text: string) => string
}

/** Returns a target for each route that looks like an agent, most confident first. Each is a valid target of a run. */
export function proposeTargets(parts: ProposalParts): readonly ProposedTarget[] {
  const agents = parts.routes.filter(isAgent)
  // Without a confident route the likeliest by name is proposed, with its low confidence.
  const likely = parts.routes.filter(({ score, method }) => score >= LIKELY_SCORE && method !== 'GET').slice(0, 1)
  return (agents.length > 0 ? agents : likely).slice(0, TARGETS_MAX).flatMap((route) => propose(route, parts) ?? [])
}

function propose(route: FoundRoute, parts: ProposalParts): ProposedTarget | undefined {
  const fields: Field[] = []
  const open: string[] = []
  const say = (field: string, reason: string, at: Field['at'] = locationOf(route)): void =>
    void fields.push({ field, reason, at })
  const address = addressOf(route, parts.base)
  say('baseUrl', address.because, address.path === undefined ? null : { path: address.path, line: address.line ?? 1 })
  if (address.path === undefined) open.push('baseUrl: fill in where the agent really listens.')
  const endpoint = endpointOf(route.path)
  say('agentEndpoint', `${route.method} ${route.path} ${whyAgent(route)}.`)
  const draft: Draft = {
    baseUrl: address.url,
    agentEndpoint: `${endpoint}${queryOf(route)}`,
    ...(isMethod(route.method) ? { method: route.method } : {}),
    ...templateOf(route, say, open),
    ...toolsOf(route, parts, say),
    ...promptOf(route, parts, say, open),
  }
  if (route.auth !== undefined) {
    open.push(`${route.auth.what} authenticates callers: set auth or the required headers.`)
  }
  const parsed = RunTarget.safeParse(draft)
  if (!parsed.success || checkTarget(parsed.data) !== undefined) return undefined
  const confidence = Math.round((100 * Math.min(route.score, SCORE_FULL)) / SCORE_FULL)
  return { target: draft, endpoint: `${route.method} ${route.path}`, confidence, reasons: fields, open }
}

function locationOf({ file, line }: FoundRoute): Field['at'] {
  return { path: file.path, line }
}

function whyAgent({ model, body }: FoundRoute): string {
  const message = messageField(body)?.name
  const takes = message === undefined ? '' : `takes "${message}"`
  const asks = model === undefined ? '' : `passed to a model (${model.what} in ${model.path}:${model.line})`
  return [takes, asks].filter((item) => item !== '').join(' and ') || 'is named as agents are'
}

function isMethod(method: string): method is 'POST' | 'PUT' | 'PATCH' | 'GET' {
  return ['POST', 'PUT', 'PATCH', 'GET'].includes(method)
}

/** Parameters of the path become slots: a conversation's is the session, any other a new word. */
function endpointOf(path: string): string {
  return path
    .replaceAll(
      /:([A-Za-z_][\w-]{0,60})(?:\{[^}]{0,60}\})?[?*+]?|\{([A-Za-z_][\w-]{0,60})(?::[^}]{0,60})?\}|<(?:[a-z]{1,12}:)?([A-Za-z_][\w-]{0,60})>/g,
      (_whole, ...names: unknown[]) => {
        const name = names.find((item) => typeof item === 'string')
        return SESSION_FIELDS.test(String(name)) ? '{{session_id}}' : '{{uuid}}'
      },
    )
    .replaceAll(/[\s#\\]/g, '')
}

/** Returns the query string of the address. */
function queryOf({ body, path }: FoundRoute): string {
  const message = messageField(body)
  const wanted = body.flatMap((item) => {
    if (item.in === undefined) return []
    if (item === message) return [`${item.name}={{message}}`]
    if (SESSION_FIELDS.test(item.name)) return [`${item.name}={{session_id}}`]
    return item.isRequired === true ? [`${item.name}=test`] : []
  })
  return wanted.length === 0 || path.includes('?') ? '' : `?${wanted.join('&')}`
}

type AddReason = (field: string, reason: string, at?: Field['at']) => void

function templateOf(route: FoundRoute, say: AddReason, open: string[]): Partial<Draft> {
  const message = messageField(route.body)
  const path = responsePath(route, say, open)
  const custom = path === undefined ? {} : { responsePath: path }
  if (message === undefined) {
    if (route.method !== 'GET') open.push('customApiTemplate.bodyTemplate: the message field is unknown.')
    const template = Object.keys(custom).length === 0 ? {} : { customApiTemplate: custom }
    return { ...template, ...streamOf(route, say) }
  }
  const session = route.body.find(({ name }) => SESSION_FIELDS.test(name))
  const inBody = route.body.filter((item) => item.in === undefined)
  if (message.in === 'query') {
    say('agentEndpoint', `The route reads "${message.name}" of the query.`)
    const template = Object.keys(custom).length === 0 ? {} : { customApiTemplate: custom }
    return {
      ...template,
      ...(session === undefined ? {} : { session: { madeBy: 'client' as const } }),
      ...streamOf(route, say),
    }
  }
  const others = inBody.filter((item) => item !== message && item !== session && item.isRequired === true)
  const members = [
    `${JSON.stringify(message.name)}: ${messageSlot(message, route)}`,
    ...(session === undefined || session.in === 'query' ? [] : [`${JSON.stringify(session.name)}: {{session_id}}`]),
    ...others.map((other) => `${JSON.stringify(other.name)}: ${sampleOf(other)}`),
  ]
  say(
    'customApiTemplate.bodyTemplate',
    `The route reads ${inBody.map(({ name }) => `"${name}"`).join(', ')} of the body.`,
  )
  for (const { name } of others)
    open.push(`bodyTemplate: "${name}" is required; the proposal contains a placeholder value.`)
  const hasSession = session !== undefined || endpointOf(route.path).includes('{{session_id}}')
  return {
    customApiTemplate: { bodyTemplate: `{${members.join(', ')}}`, ...custom },
    ...(hasSession ? { session: { madeBy: 'client' as const } } : {}),
    ...streamOf(route, say),
  }
}

function messageSlot({ name, type, of }: BodyField, { handler }: FoundRoute): string {
  const isList = /^(?:list|List|array|Array|Sequence)$/.test(type)
  const isText = /^(?:str|string|Optional)$/.test(type)
  if (isList && /^(?:str|string)$/.test(of)) return '[{{message}}]'
  if (isText || (!isList && name !== 'messages')) return '{{message}}'
  // Newer UI APIs send messages with parts.
  const { calls, imports } = handler.file
  const hasParts =
    imports.has('UIMessage') || calls.some(({ path }) => /(?:convertToModelMessages|UIMessages?\w{0,20})$/.test(path))
  return hasParts
    ? '[{"id": {{uuid}}, "role": "user", "parts": [{"type": "text", "text": {{message}}}]}]'
    : '[{"role": "user", "content": {{message}}}]'
}

function sampleOf({ type }: BodyField): string {
  if (/^(?:int|float|number|integer|Decimal)$/.test(type)) return '1'
  if (/^(?:bool|boolean)$/.test(type)) return 'false'
  if (/^(?:list|List|array|Array)$/.test(type)) return '[]'
  return /^(?:dict|Dict|object|Record|Map)$/.test(type) ? '{}' : '"test"'
}

function streamOf({ reply }: FoundRoute, say: AddReason): Partial<Draft> {
  if (!reply.isStream) return {}
  say('stream', 'The reply is streamed.')
  return { stream: true }
}

function responsePath({ reply }: FoundRoute, say: AddReason, open: string[]): string | undefined {
  const { paths, isStream, isText } = reply
  if (isStream || isText) return undefined
  const path =
    REPLY_PATHS.find((item) => paths.includes(item)) ??
    paths.find((item) =>
      /(?:^|\.)(?:reply|response|answer|output|completion|text|content|message|result)$/i.test(item),
    ) ??
    paths.find((item) => /(?:reply|response|answer|output|completion|text|content|message)/i.test(item)) ??
    (paths.length === 1 ? paths[0] : undefined)
  if (path === undefined) {
    open.push('customApiTemplate.responsePath: the reply field is unknown.')
    return undefined
  }
  say(
    'customApiTemplate.responsePath',
    `The route answers ${paths
      .slice(0, 20)
      .map((item) => `"${item}"`)
      .join(', ')}.`,
  )
  return path
}

function toolsOf({ reply }: FoundRoute, { tools }: ProposalParts, say: AddReason): Partial<Draft> {
  const calls = CALL_PATHS.flatMap((form) => reply.paths.find((path) => form.test(path)) ?? [])[0]
  if (calls !== undefined) say('toolCallsPath', `The reply holds "${calls}".`)
  const [first] = tools
  if (first !== undefined) {
    say('allowedTools', `${tools.length} tools are defined; take out what the agent must not call.`, {
      path: first.path,
      line: first.line,
    })
  }
  return {
    ...(calls === undefined ? {} : { toolCallsPath: calls }),
    ...(first === undefined ? {} : { allowedTools: tools.map(({ name }) => name) }),
  }
}

/** Returns the prompt of the code that the route reaches; else the only sure one. */
function promptOf(route: FoundRoute, { prompts, mask }: ProposalParts, say: AddReason, open: string[]): Partial<Draft> {
  const sure = prompts.filter(({ how }) => how === 'sure')
  const near = sure.filter(({ path, usedIn }) => route.reached.has(path) || route.reached.has(usedIn))
  const candidates = near.length > 0 ? near : sure.length > 0 ? sure : prompts
  const prompt = candidates.toSorted((a, b) => b.text.length - a.text.length)[0]
  if (prompt === undefined) {
    open.push('systemPrompt: not found in the code. Set it so that its disclosure is detected.')
    return {}
  }
  say('systemPrompt', prompt.because, { path: prompt.path, line: prompt.line })
  const text = mask(prompt.text.slice(0, PROMPT_UNITS_MAX))
  if (text !== prompt.text)
    open.push(
      'systemPrompt: secrets in it are hidden as ***; name them in canaries, so that their disclosure is recognized.',
    )
  return { systemPrompt: text }
}

/** Of a target that is proposed: more is no prompt. */
const PROMPT_UNITS_MAX = 20_000
