import type { StageVerdict } from '@gatehouse/guards'
import { countContentAttempt, mergeVerdicts, verdictEntry } from '@gatehouse/screening'
import type { ChatExchange } from './exchange.ts'
import { inputRun } from './input-run.ts'

/** Audits the decision about a request. Resolves when it is durable. */
export async function auditInput(exchange: ChatExchange, verdict: StageVerdict): Promise<void> {
  const { request, context, tenant, input } = exchange
  const run = inputRun(exchange)
  const chars = request.texts.reduce((sum, { text }) => sum + text.length, 0)
  const messages = new Set(request.texts.map(({ message }) => message)).size
  await write(exchange, verdict, verdictEntry(verdict, input, tenant, NO_SUBJECT, run, context), { chars, messages })
}

/** Details of an answer besides its verdict. */
export interface AnswerDetails {
  readonly upstream: string
  readonly chars: number
  readonly stream: boolean
  readonly calls: number
  readonly refused_calls?: number
  readonly tokens?: number
  /** Why the answer is incomplete. */
  readonly cut?: 'client_left' | 'upstream_failed' | undefined
}

/** Audits the decision about an answer. Resolves when it is durable. */
export async function auditOutput(exchange: ChatExchange, verdict: StageVerdict, about: AnswerDetails): Promise<void> {
  const { context, tenant, output, outputRun } = exchange
  await write(exchange, verdict, verdictEntry(verdict, output, tenant, NO_SUBJECT, outputRun, context), about)
}

/** Audits a failed answer, without any forwarded content. */
export async function auditCut(exchange: ChatExchange, upstream: string): Promise<void> {
  const verdict = mergeVerdicts([], exchange.output.mode, performance.now())
  const about = { upstream, chars: 0, stream: exchange.request.stream, calls: 0 }
  await auditOutput(exchange, verdict, { ...about, cut: 'upstream_failed' })
}

/** Entries contain no content; its length is added. */
const NO_SUBJECT = { text: '' }

async function write(
  exchange: ChatExchange,
  verdict: StageVerdict,
  entry: ReturnType<typeof verdictEntry>,
  about: object,
): Promise<void> {
  const { ports, context, tenant, request, dialect, path } = exchange
  ports.meter.count(verdictStage(entry.action), verdict)
  if (!verdict.safe) ports.usage.blocked(tenant.tenantId)
  const details = {
    ...entry.details,
    gateway: dialect.name,
    path,
    model: request.model.slice(0, MODEL_CHARS_MAX),
    ...about,
  }
  const run = entry.action === 'guard.input' ? inputRun(exchange) : exchange.outputRun
  await Promise.all([
    ports.audit.append({ ...entry, details }),
    ...(verdict.safe ? [] : [countContentAttempt(tenant.agentic, run, verdict.results, context, ports)]),
  ])
}

/** Maximum length of model names, which are untrusted. */
const MODEL_CHARS_MAX = 200

function verdictStage(action: string): 'input' | 'output' {
  return action === 'guard.input' ? 'input' : 'output'
}
