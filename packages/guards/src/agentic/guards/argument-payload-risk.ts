import { SEVERITIES } from '@gatehouse/contracts/verdicts'
import { isTurnOver, yieldAfter } from '@gatehouse/kernel'
import { z } from 'zod'
import { categoriesNamed, PAYLOAD_CATEGORIES, type PayloadCategory } from '../../detectors/payload/categories.ts'
import { compilePayloadRules, findPayloads, type PayloadScanner } from '../../detectors/payload/find-payloads.ts'
import { titleList } from '../../detectors/payload/title-list.ts'
import { makeViews } from '../../text/views.ts'
import { defineAgenticGuard, fine, refuse } from '../engine/guard.ts'
import { type ArgumentPart, partsOf } from '../payloads/argument-parts.ts'
import { problemOfAddress } from '../payloads/fetch-address.ts'
import { type ParameterKind, purposeOf } from '../payloads/parameter-kind.ts'
import { schemasOf } from '../payloads/parameter-schema.ts'
import { problemOfOperator } from '../payloads/query-operators.ts'
import { problemOfArguments, problemOfSubject, problemOfValue, type ValueProblem } from '../payloads/value-checks.ts'
import { shown } from '../shown.ts'
import type { ToolCall } from '../tool-call.ts'
import { wordsOf } from '../tool-words.ts'

const NAMES_MAX = 64
const NAME_CHARS_MAX = 64

const Settings = z.object({
  categories: z
    .array(
      z
        .string()
        .max(NAME_CHARS_MAX)
        .refine((name) => categoriesNamed(name) !== undefined, 'is not a payload category'),
    )
    .max(NAMES_MAX)
    .default([])
    .describe('Payload categories to detect, by name or alias as in payload_risk; empty means all.'),
  min_severity: z.enum(SEVERITIES).default('high').describe('Findings below this severity do not block.'),
  code_parameters: z
    .array(z.string().min(1).max(NAME_CHARS_MAX))
    .max(NAMES_MAX)
    .default([])
    .describe('Additional parameters that carry code or text and are not inspected.'),
  internal_hosts: z
    .enum(['allow', 'block'])
    .default('allow')
    .describe(
      'Result for plain loopback and private addresses in URLs and hosts. Metadata services, disguised addresses and ports ' +
        'of databases and other non-web services are always blocked.',
    ),
})

/** In addition to step 6 of a tool check. */
export default defineAgenticGuard({
  name: 'argument_payload_risk',
  title: 'Injection payloads in tool arguments',
  description:
    'Inspects the arguments of a tool call for the payloads of payload_risk (shell, SQL, path traversal, SSRF, ' +
    'templates and others). It also checks each value by the kind of its parameter: shell syntax in a host or ' +
    'an id, a credential file in a path, a metadata or disguised internal address in a URL, a line break with ' +
    'a header in a recipient, a query operator in a password. Free text such as a message body, search ' +
    'phrases, and the program of a tool that runs code, commands or queries are exempt. If a schema of the ' +
    'tool describes the parameter, the schema decides. Payloads that an explanation mentions are not reported.',
  owasp: ['LLM05:2025', 'ASI02:2026'],
  defaults: { enabled: true, action: 'block' },
  settings: Settings,
  async check(call: ToolCall, { categories, min_severity, code_parameters, internal_hosts }, { config }) {
    const scanner = scannerOf(categories)
    const severityMin = SEVERITIES.indexOf(min_severity)
    const blocksInternal = internal_hosts === 'block'
    const isWanted = (category: string): boolean => scanner.rules.some((rule) => rule.category === category)
    let turn_ms = performance.now()
    for (const part of partsOf(call.args, purposeOf(call.tool), schemasOf(config, call), new Set(code_parameters))) {
      // oxlint-disable-next-line no-await-in-loop -- arguments may hold 100,000 values: other requests are served in between
      if (isTurnOver(turn_ms)) turn_ms = await yieldAfter(turn_ms)
      const problem = problemOf(part, blocksInternal)
      if (problem !== undefined && isWanted(problem.category)) {
        return refuse(`The argument "${shown(part.name)}" contains ${problem.title}.`, {
          category: problem.category,
          severity: 'high',
          details: { parameter: shown(part.name), rule: problem.rule },
        })
      }
      if (part.type !== 'value' || isFreeText(part.kind)) continue
      const found = findPayloads(makeViews(part.value), scanner).findings.find(
        ({ mention, severity }) => !mention && SEVERITIES.indexOf(severity) >= severityMin,
      )
      if (found !== undefined) {
        return refuse(`The argument "${shown(part.name)}" contains a payload: ${titleList([found.rule.title])}.`, {
          category: found.category,
          severity: found.severity,
          score: found.score,
          details: { parameter: shown(part.name), rule: found.rule.id },
        })
      }
    }
    return fine
  },
})

function isFreeText(kind: ParameterKind): boolean {
  return kind === 'text' || kind === 'search'
}

function problemOf(part: ArgumentPart, blocksInternal: boolean): ValueProblem | undefined {
  if (part.type === 'member') return problemOfOperator(part.name, part.holder, part.kind)
  if (part.type === 'list') return problemOfArguments(part.words)
  const { name, kind, value } = part
  if (kind === 'text') return wordsOf(name).at(-1) === 'subject' ? problemOfSubject(value) : undefined
  const address = problemOfAddress(value, kind, blocksInternal)
  return address ?? (kind === 'search' ? undefined : problemOfValue(value, kind))
}

const scanners = new Map<string, PayloadScanner>()

function scannerOf(names: readonly string[]): PayloadScanner {
  const wanted = new Set<PayloadCategory>(names.flatMap((name) => categoriesNamed(name) ?? []))
  const categories = wanted.size === 0 ? [...PAYLOAD_CATEGORIES] : PAYLOAD_CATEGORIES.filter((item) => wanted.has(item))
  const key = categories.join(' ')
  let scanner = scanners.get(key)
  if (scanner === undefined) {
    // Bounded by the categories: there are few combinations that tenants choose.
    if (scanners.size >= NAMES_MAX) scanners.clear()
    scanner = compilePayloadRules(categories)
    scanners.set(key, scanner)
  }
  return scanner
}
