import { hash } from 'node:crypto'
import { runPolicy, type StageVerdict } from '@gatehouse/guards'
import { noteToolOutput, stops } from '@gatehouse/guards/agentic'
import { openPayload, type OpenPayload } from '@gatehouse/guards/data-policy'
import { isToolName } from '@gatehouse/contracts/policies'
import type { Action } from '@gatehouse/contracts/verdicts'
import { yieldAfter } from '@gatehouse/kernel'
import {
  agenticEntries,
  decideToolOutput,
  partsOf,
  type PartVerdict,
  screenPayload,
  type ToolOutput,
  type ToolOutputDecision,
  toolOutputEntry,
} from '@gatehouse/screening'
import type { JsonObject, RequestText } from './dialect.ts'
import type { ChatExchange } from './exchange.ts'
import { isObject } from './json.ts'
import { parseJson } from './parse-json.ts'
import { inputRun, isReusable } from './input-run.ts'
import { joinedResults } from './text-groups.ts'

/** Tool name of a result without a call in the request. Allowlists deny it. */
const UNKNOWN_TOOL = 'unknown'

/** Decision about a tool result. */
interface ResultDecision {
  readonly verdicts: readonly PartVerdict[]
  /** Replacement text; default: the result is unchanged. */
  readonly text?: string
}

/** Maximum number of concurrent screenings of results, to limit the requests of model-based guards. */
const AT_ONCE_MAX = 8

/**
 * Screens tool results, each as a document of its tool: authorization, data policies, output guards, then the input guards, which detect
 * instructions to the model. Verdicts are cached per agent. Adds replacement texts to `changed`.
 */
export async function screenToolResults(exchange: ChatExchange, changed: Map<number, string>): Promise<PartVerdict[]> {
  const verdicts: PartVerdict[] = []
  const results = [...exchange.request.texts.entries()].filter(([, { source }]) => source === 'tool')
  let turn_ms = performance.now()
  for (let from = 0; from < results.length; from += AT_ONCE_MAX) {
    const batch = results.slice(from, from + AT_ONCE_MAX)
    // oxlint-disable-next-line no-await-in-loop -- a bounded number at once, and none after a block
    const decided = await Promise.all(batch.map(async ([, requestText]) => screenResult(requestText, exchange)))
    for (const [at, { verdicts: own, text }] of decided.entries()) {
      verdicts.push(...own)
      if (text !== undefined) changed.set(batch[at]![0], text)
    }
    if (decided.some((item) => item.verdicts.some(({ action }) => stops(action)))) break
    // oxlint-disable-next-line no-await-in-loop -- waits once in a while, and for nobody
    turn_ms = await yieldAfter(turn_ms)
  }
  for (const { parts, isOpen } of joinedResults(exchange.request)) {
    if (verdicts.some(({ action }) => stops(action))) break
    // oxlint-disable-next-line no-await-in-loop -- none after a block
    verdicts.push(...(await screenJoined(parts, changed, exchange)))
    // oxlint-disable-next-line no-await-in-loop -- none after a block
    if (isOpen) verdicts.push(await screenSentence(parts, changed, exchange))
  }
  return verdicts
}

/** Detects an attack split over the parts of a result. Separators keep the words apart. */
async function screenSentence(
  parts: readonly number[],
  changed: ReadonlyMap<number, string>,
  exchange: ChatExchange,
): Promise<StageVerdict> {
  const { request, tenant, ports, input } = exchange
  const payloads = await Promise.all(
    parts.map((index) => {
      const part = changed.get(index) ?? request.texts[index]!.text
      return Promise.resolve(openPayload(part, tenant.tenantId, ports.agentic.worker))
    }),
  )
  const text = payloads.map(({ isJson, values, raw }) => (isJson ? values : raw)).join('\n')
  const file = { mime_type: 'text/plain', size_bytes: Buffer.byteLength(text), sha256: '', problems: [] }
  const isRecord = payloads.every(({ isJson }) => isJson)
  return runPolicy(
    partsOf(input).acrossTurns,
    { text },
    { ...inputRun(exchange), sessionId: undefined, file, isRecord },
  )
}

/** Screens the parts of a result as one text. If a redaction crosses parts, the first part gets the whole redacted text. */
async function screenJoined(
  parts: readonly number[],
  changed: Map<number, string>,
  exchange: ChatExchange,
): Promise<readonly PartVerdict[]> {
  const { texts } = exchange.request
  const [first = 0, ...others] = parts
  // Content already redacted in a part is not in the joined text.
  const text = parts.map((index) => changed.get(index) ?? texts[index]!.text).join('')
  const decided = await screenResult({ ...texts[first]!, text }, exchange)
  if (decided.text !== undefined) {
    changed.set(first, decided.text)
    for (const index of others) changed.set(index, CONTINUED)
  }
  return decided.verdicts
}

/** Providers reject empty parts. */
const CONTINUED = '[see above]'

function screenResult(requestText: RequestText, exchange: ChatExchange): ResultDecision | Promise<ResultDecision> {
  const { caller, ports, tenant } = exchange
  const tool = toolOf(requestText)
  const args = readArguments(requestText.arguments, exchange)
  const about = [
    'tool',
    caller.agentKey,
    caller.headerAgentKey,
    caller.userRole,
    caller.sessionId,
    tool,
    args.key,
    requestText.text,
    // Some guards compare a tool result with the prompt.
    promptKey(exchange),
  ]
  return ports.verdicts.get<ResultDecision>(
    tenant,
    about,
    () => decide(requestText, { tool, args: args.value }, exchange),
    // Derived texts are not cached. A redacted result is screened again with each request.
    ({ verdicts, text }) =>
      text === undefined && verdicts.every((verdict) => isReusable(verdict) && !stops(verdict.action))
        ? { verdicts: verdicts.map(withoutText) }
        : undefined,
  )
}

function withoutText({ action, results, redactions, skipped, would }: PartVerdict): PartVerdict {
  return {
    action,
    results,
    ...(redactions === undefined ? {} : { redactions }),
    ...(skipped === undefined ? {} : { skipped }),
    ...(would === undefined ? {} : { would }),
  }
}

const promptKeys = new WeakMap<ChatExchange, string>()

/** Returns the cache key of the user's question, shared by all results of a request. */
function promptKey(exchange: ChatExchange): string | undefined {
  const { prompt } = exchange.outputRun
  if (prompt === undefined) return undefined
  let key = promptKeys.get(exchange)
  if (key === undefined) {
    key = hash('sha256', prompt, 'base64')
    promptKeys.set(exchange, key)
  }
  return key
}

/** An invalid tool name must not bypass the tool's policies by an unusual spelling. */
function toolOf({ tool = UNKNOWN_TOOL }: RequestText): string {
  return isToolName(tool) ? tool : UNKNOWN_TOOL
}

/** Parsed tool arguments, cached because several results may answer one call. */
interface ReadArguments {
  /** Key of the text. */
  readonly key: string | undefined
  readonly value: JsonObject | undefined
}

const NO_ARGUMENTS: ReadArguments = { key: undefined, value: undefined }

const read = new WeakMap<ChatExchange, Map<string, ReadArguments>>()

function readArguments(text: string | undefined, exchange: ChatExchange): ReadArguments {
  if (text === undefined) return NO_ARGUMENTS
  let known = read.get(exchange)
  if (known === undefined) {
    known = new Map()
    read.set(exchange, known)
  }
  let item = known.get(text)
  if (item === undefined) {
    const value = parseJson(text)
    // Invalid JSON was not executed literally. The tool is checked without arguments.
    item = { key: hash('sha256', text, 'base64'), value: isObject(value) ? value : undefined }
    known.set(text, item)
  }
  return item
}

async function decide(
  requestText: RequestText,
  { tool, args }: { readonly tool: string; readonly args: JsonObject | undefined },
  exchange: ChatExchange,
): Promise<ResultDecision> {
  const { caller, context, output, ports, tenant, path } = exchange
  const about: ToolOutput = {
    call: caller,
    tool,
    stage: 'output',
    output: requestText.text,
    args,
    prompt: exchange.outputRun.prompt,
    contextDocs: [],
    block: undefined,
    path: [],
    endpoint: path,
    name: 'tool_output',
  }
  const decision = await decideToolOutput(about, tenant, output, context, ports)
  ports.meter.count('tool_output', decision)
  const written = ports.audit.append(toolOutputEntry(about, decision, tenant, context))
  if (stops(decision.action)) {
    await written
    return { verdicts: [partOf(decision)] }
  }
  const payload = await openPayload(decision.sanitized ?? requestText.text, tenant.tenantId, ports.agentic.worker)
  const [asDocument] = await Promise.all([
    screenAsDocument(payload, exchange),
    written,
    note(requestText.text, tool, exchange),
  ])
  const rewritten = asDocument.redactions.length === 0 ? payload.raw : await payload.rewrite(asDocument.redactions)
  return { verdicts: [partOf(decision), asDocument], ...(rewritten === requestText.text ? {} : { text: rewritten }) }
}

/** Screens a payload with the input guards as a document: it is not a turn of the conversation, and its instructions are not the user's. */
function screenAsDocument(payload: OpenPayload, exchange: ChatExchange): Promise<StageVerdict> {
  const mime_type = payload.isJson ? 'application/json' : 'text/plain'
  const file = { mime_type, size_bytes: Buffer.byteLength(payload.raw), sha256: '', problems: [] }
  return screenPayload(partsOf(exchange.input).perText, payload, { ...inputRun(exchange), sessionId: undefined, file })
}

/** Records an output for comparison with later calls, including redacted content. */
async function note(text: string, tool: string, { tenant, ports, caller }: ChatExchange): Promise<void> {
  const { state, worker } = ports.agentic
  await noteToolOutput(
    { config: tenant.agentic, entries: agenticEntries(tenant.agentic), state, worker },
    { ...caller, tool, text },
  )
}

function partOf({ action, results, would, skipped }: ToolOutputDecision): PartVerdict & { readonly action: Action } {
  return { action, results, skipped, ...(would === undefined ? {} : { would }) }
}
