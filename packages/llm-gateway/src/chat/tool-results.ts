import { hash } from 'node:crypto'
import { noteToolOutput, openPayload, type OpenPayload, runPolicy, type StageVerdict, stops } from '@gatehouse/guards'
import { type Action, isToolName } from '@gatehouse/contracts'
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
import { inputRun, mayServeAgain } from './input-run.ts'
import { joinedResults } from './text-groups.ts'

/** A result whose call is not in the request. No toolset holds it, so where tools are allowed by name it is refused. */
const UNKNOWN_TOOL = 'unknown'

/** What was decided of a result. */
interface ResultDecision {
  readonly verdicts: readonly PartVerdict[]
  /** What goes on in its place; absent: the result as it is. */
  readonly text?: string
}

/** Results that are judged at once: guards that ask a model must not ask it a thousand things. */
const AT_ONCE_MAX = 8

/**
 * Screens what tools answered, each as a document from its tool: authorization, data policies, output guards, then the guards of
 * the input, which look for orders to the model in it. Results that were screened for the same agent before are not screened
 * again. Puts into `changed` what goes on in the place of a result.
 */
export async function screenToolResults(exchange: ChatExchange, changed: Map<number, string>): Promise<PartVerdict[]> {
  const verdicts: PartVerdict[] = []
  const results = [...exchange.request.texts.entries()].filter(([, { source }]) => source === 'tool')
  let turn_ms = performance.now()
  for (let from = 0; from < results.length; from += AT_ONCE_MAX) {
    const batch = results.slice(from, from + AT_ONCE_MAX)
    // oxlint-disable-next-line no-await-in-loop -- a bounded number at once, and none after a block
    const decided = await Promise.all(batch.map(async ([, one]) => screenResult(one, exchange)))
    for (const [at, { verdicts: own, text }] of decided.entries()) {
      verdicts.push(...own)
      if (text !== undefined) changed.set(batch[at]![0], text)
    }
    if (decided.some((one) => one.verdicts.some(({ action }) => stops(action)))) break
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

/** Looks for an attack that is split over the parts of a result. Gaps keep the words apart. */
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

/**
 * Screens the parts of a result as the one text that a model may read. Where something on a seam is redacted, the first part gets
 * all of the redacted text.
 */
async function screenJoined(
  parts: readonly number[],
  changed: Map<number, string>,
  exchange: ChatExchange,
): Promise<readonly PartVerdict[]> {
  const { texts } = exchange.request
  const [first = 0, ...others] = parts
  // What was redacted in a part is no longer there to be found.
  const text = parts.map((index) => changed.get(index) ?? texts[index]!.text).join('')
  const decided = await screenResult({ ...texts[first]!, text }, exchange)
  if (decided.text !== undefined) {
    changed.set(first, decided.text)
    for (const index of others) changed.set(index, CONTINUED)
  }
  return decided.verdicts
}

/** Providers refuse empty parts. */
const CONTINUED = '[see above]'

function screenResult(one: RequestText, exchange: ChatExchange): ResultDecision | Promise<ResultDecision> {
  const { caller, ports, tenant } = exchange
  const tool = toolOf(one)
  const args = readArguments(one.arguments, exchange)
  const about = [
    'tool',
    caller.agentKey,
    caller.headerAgentKey,
    caller.userRole,
    caller.sessionId,
    tool,
    args.key,
    one.text,
    // Some guards compare what a tool says with what was asked.
    promptKey(exchange),
  ]
  return ports.verdicts.get<ResultDecision>(
    tenant,
    about,
    () => decide(one, { tool, args: args.value }, exchange),
    // What was made of a text is not kept; a result that was redacted is screened with each request.
    ({ verdicts, text }) =>
      text === undefined && verdicts.every((verdict) => mayServeAgain(verdict) && !stops(verdict.action))
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

/** Stands for the user's question, made once for all results of a request. */
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

/** A name outside the grammar is no tool's: its policies must not be passed by another spelling. */
function toolOf({ tool = UNKNOWN_TOOL }: RequestText): string {
  return isToolName(tool) ? tool : UNKNOWN_TOOL
}

/** What a tool was given. Many results may answer one call: it is read once for all of them. */
interface ReadArguments {
  /** Stands for the text. */
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
  let one = known.get(text)
  if (one === undefined) {
    const value = parseJson(text)
    // What is no JSON was never carried out as it stands; the tool is judged without arguments.
    one = { key: hash('sha256', text, 'base64'), value: isObject(value) ? value : undefined }
    known.set(text, one)
  }
  return one
}

async function decide(
  one: RequestText,
  { tool, args }: { readonly tool: string; readonly args: JsonObject | undefined },
  exchange: ChatExchange,
): Promise<ResultDecision> {
  const { caller, context, output, ports, tenant, path } = exchange
  const about: ToolOutput = {
    call: caller,
    tool,
    stage: 'output',
    output: one.text,
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
  const payload = await openPayload(decision.sanitized ?? one.text, tenant.tenantId, ports.agentic.worker)
  const [asDocument] = await Promise.all([screenAsDocument(payload, exchange), written, note(one.text, tool, exchange)])
  const rewritten = asDocument.redactions.length === 0 ? payload.raw : await payload.rewrite(asDocument.redactions)
  return { verdicts: [partOf(decision), asDocument], ...(rewritten === one.text ? {} : { text: rewritten }) }
}

/** The guards of the input read it as a document: it is nobody's turn in a conversation, and orders in it are not the user's. */
function screenAsDocument(payload: OpenPayload, exchange: ChatExchange): Promise<StageVerdict> {
  const mime_type = payload.isJson ? 'application/json' : 'text/plain'
  const file = { mime_type, size_bytes: Buffer.byteLength(payload.raw), sha256: '', problems: [] }
  return screenPayload(partsOf(exchange.input).perText, payload, { ...inputRun(exchange), sessionId: undefined, file })
}

/** Later calls are compared with what the agent has read, with what was redacted as well. */
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
