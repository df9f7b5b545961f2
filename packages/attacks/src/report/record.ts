import type { AttackRecord } from '@gatehouse/contracts/reports'
import type { Mappings } from '../engine/category.ts'
import type { ToolCall, Turn } from '../engine/exchange.ts'
import type { Evidence } from '../engine/judge.ts'
import type { AttemptRecord } from '../run/attempt.ts'
import { CONVERSATION_BYTES, boundedText, boundedRanges, boundedLength, type Mask, RECORD_TEXT_BYTES } from './bound.ts'

const TOOL_CALLS_MAX = 100
const ARGUMENT_BYTES = 4 * 1024
const EVIDENCE_MAX = 50

/** Category data in a record. */
export interface CategoryFacts {
  readonly remediation: string
  readonly mappings: Mappings
}

/** Creates the report record of an attempt: bounded and without secrets. */
export function recordOf(
  { attempt, exchange, judgement, maySeeTwice }: AttemptRecord,
  facts: CategoryFacts | undefined,
  alias: string | undefined,
  mask: Mask,
): AttackRecord {
  const { attack } = attempt
  const last = exchange.turns.at(-1)
  const { before = [] } = exchange
  const messages = attack.turns.length + attack.history.length + before.length
  const share_bytes = Math.floor(CONVERSATION_BYTES / Math.max(1, messages))
  const part = (text: string): string => boundedText(text, mask, Math.min(RECORD_TEXT_BYTES, share_bytes))
  return {
    attack: {
      id: attack.id,
      category: attack.category,
      ...(alias === undefined ? {} : { alias }),
      strategy: attack.strategy,
      severity: attack.severity,
      description: boundedText(attack.description, mask),
      language: attack.language,
      turns: attack.turns.map(part),
      ...(attack.before === undefined ? {} : { before: attack.before.map(part) }),
      ...(attack.history.length === 0
        ? {}
        : { history: attack.history.map(({ role, content }) => ({ role, content: part(content) })) }),
      ...(attack.isWritten && attack.plants.length > 0 ? { planted: attack.plants.map(({ body }) => part(body)) } : {}),
    },
    ...(attempt.kind === 'custom' ? { custom: true } : {}),
    ...(maySeeTwice ? { maySeeTwice } : {}),
    ...(exchange.hits.some(({ isLate }) => isLate) ? { late: true } : {}),
    repeat: attempt.repeat,
    verdict: judgement.verdict,
    judge: {
      kind: judgement.kind,
      confidence: judgement.confidence,
      evidence: judgement.evidence
        .slice(0, EVIDENCE_MAX)
        .map((item) => evidenceOf(item, exchange.turns, mask, Math.floor(share_bytes / 2))),
    },
    request: last === undefined ? null : boundedText(last.sent, mask),
    response: last === undefined || last.reply.problem !== undefined ? null : boundedText(last.reply.text, mask),
    statusCode: last?.reply.statusCode ?? null,
    responseTimeMs: exchange.turns.reduce((sum, { reply }) => sum + reply.responseTime_ms, 0),
    conversation: exchange.turns.flatMap((turn) => messagesOf(turn, mask, Math.floor(share_bytes / 2))),
    ...(before.length === 0
      ? {}
      : { earlierConversation: before.flatMap((turn) => messagesOf(turn, mask, Math.floor(share_bytes / 2))) }),
    toolCalls: exchange.turns
      .flatMap(({ reply }) => reply.toolCalls)
      .slice(0, TOOL_CALLS_MAX)
      .map((call) => callOf(call, mask)),
    remediation: facts?.remediation ?? '',
    owasp: [...(facts?.mappings.owaspLlm2025 ?? [])],
    asi: [...(facts?.mappings.asi ?? [])],
    atlas: [...(facts?.mappings.atlas ?? [])],
  }
}

function messagesOf({ sent, reply }: Turn, mask: Mask, most_bytes: number): AttackRecord['conversation'] {
  const said =
    reply.problem === undefined
      ? { role: 'assistant', content: boundedText(reply.text, mask, messageBytes(most_bytes)) }
      : { role: 'error', content: reply.problem }
  return [{ role: 'user', content: boundedText(sent, mask, messageBytes(most_bytes)) }, said]
}

function messageBytes(most_bytes: number): number {
  return Math.min(RECORD_TEXT_BYTES, most_bytes)
}

function callOf({ name, arguments: given, wasExecuted }: ToolCall, mask: Mask): AttackRecord['toolCalls'][number] {
  return { name: boundedText(name, mask, 200), arguments: argumentsOf(given, mask), executed: wasExecuted ?? null }
}

/** Returns parsed arguments when they fit completely, else their beginning as text. */
function argumentsOf(given: unknown, mask: Mask): unknown {
  const written = typeof given === 'string' ? given : wholeCharacters(JSON.stringify(given) ?? '')
  const text = boundedText(written, mask, ARGUMENT_BYTES)
  if (typeof given === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * Replaces lone surrogate escapes in JSON by U+FFFD: strict parsers reject an entire report for one. Escapes are processed in order: after
 * an escaped backslash the same letters are plain text.
 */
function wholeCharacters(json: string): string {
  return json.replaceAll(/\\(?:ud[89a-f][0-9a-f]{2}|[^])/g, (escape) => (escape.length > 2 ? '\ufffd' : escape))
}

function evidenceOf(
  { code, detail, turn, excerpt, hash, decodedBy, spans = [] }: Evidence,
  turns: readonly Turn[],
  mask: Mask,
  most_bytes: number,
) {
  const text = turn === undefined ? '' : (turns[turn]?.reply.text ?? '')
  const shown = spans.length === 0 ? '' : boundedText(text, mask, messageBytes(most_bytes))
  const places = spans.length === 0 ? [] : boundedRanges(text, spans, mask, boundedLength(mask(text), shown))
  return {
    code,
    detail: boundedText(detail, mask, ARGUMENT_BYTES),
    ...(turn === undefined ? {} : { turn }),
    ...(excerpt === undefined ? {} : { excerpt: boundedText(excerpt, mask, ARGUMENT_BYTES) }),
    ...(places.length === 0 ? {} : { spans: places.map((item) => ({ ...item })) }),
    ...(hash === undefined ? {} : { hash }),
    ...(decodedBy === undefined ? {} : { decodedBy: [...decodedBy] }),
  }
}
