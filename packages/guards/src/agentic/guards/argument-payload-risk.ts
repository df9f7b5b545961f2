import { SEVERITIES } from '@gatehouse/contracts'
import { z } from 'zod'
import { categoriesNamed, PAYLOAD_CATEGORIES, type PayloadCategory } from '../../detectors/payload/categories.ts'
import { compilePayloadRules, findPayloads, type PayloadScanner } from '../../detectors/payload/find-payloads.ts'
import { makeViews } from '../../text/views.ts'
import { defineAgenticGuard, fine, refuse } from '../engine/guard.ts'
import { holdsShellSyntax, placeOf, takesCode } from '../payloads/code-places.ts'
import { shown } from '../shown.ts'
import type { ToolCall } from '../tool-call.ts'

const NAMES_MAX = 64
const NAME_CHARS_MAX = 64

const Settings = z.object({
  categories: z
    .array(
      z
        .string()
        .max(NAME_CHARS_MAX)
        .refine((name) => categoriesNamed(name) !== undefined, 'is no payload category'),
    )
    .max(NAMES_MAX)
    .default([])
    .describe('What to look for, by name or alias as in payload_risk; empty means everything.'),
  min_severity: z.enum(SEVERITIES).default('high').describe('Findings under this severity do not refuse.'),
  code_parameters: z
    .array(z.string().min(1).max(NAME_CHARS_MAX))
    .max(NAMES_MAX)
    .default([])
    .describe('Further parameters that take code or text and are not inspected.'),
})

/** Beside step 6 of a tool check. */
export default defineAgenticGuard({
  name: 'argument_payload_risk',
  title: 'Injection payloads in tool arguments',
  description:
    'Inspects every text in the arguments for the payloads that payload_risk knows: shell, SQL, path traversal, SSRF, templates and ' +
    'others. In parameters of one value, such as a host or an id, separators and substitutions of shells are refused as well. Tools ' +
    'and parameters that take code, commands or documents by their name are not inspected, nor are payloads that are mentioned in an ' +
    'explanation.',
  owasp: ['LLM05:2025', 'ASI02:2026'],
  defaults: { enabled: true, action: 'block' },
  settings: Settings,
  check({ tool, args }: ToolCall, { categories, min_severity, code_parameters }) {
    if (takesCode(tool)) return fine
    const scanner = scannerOf(categories)
    const severityMin = SEVERITIES.indexOf(min_severity)
    const skipped = new Set(code_parameters)
    for (const { name, value } of textsOf(args, skipped)) {
      const found = findPayloads(makeViews(value), scanner).findings.find(
        ({ mention, severity }) => !mention && SEVERITIES.indexOf(severity) >= severityMin,
      )
      if (found !== undefined) {
        return refuse(`The argument "${shown(name)}" holds a payload: ${lowered(found.rule.title)}.`, {
          category: found.category,
          severity: found.severity,
          score: found.score,
          details: { parameter: shown(name), rule: found.rule.id },
        })
      }
      if (scanner.rules.some(({ category }) => category === 'shell_injection') && isSuspicious(name, value)) {
        return refuse(`The argument "${shown(name)}" holds shell syntax in the place of one value.`, {
          category: 'shell_injection',
          severity: 'high',
          details: { parameter: shown(name), rule: 'shell-syntax-in-value' },
        })
      }
    }
    return fine
  },
})

/** Values of this length are no hosts and ids; what stands there is a text. */
const VALUE_CHARS_MAX = 4_096

function isSuspicious(name: string, value: string): boolean {
  return placeOf(name) === 'value' && value.length <= VALUE_CHARS_MAX && holdsShellSyntax(value)
}

function lowered(title: string): string {
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}`
}

const scanners = new Map<string, PayloadScanner>()

function scannerOf(names: readonly string[]): PayloadScanner {
  const wanted = new Set<PayloadCategory>(names.flatMap((name) => categoriesNamed(name) ?? []))
  const categories = wanted.size === 0 ? [...PAYLOAD_CATEGORIES] : PAYLOAD_CATEGORIES.filter((one) => wanted.has(one))
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

/** Texts of the arguments with the name of their parameter; names of members are texts too. Nesting is bounded by the call. */
function* textsOf(
  args: Readonly<Record<string, unknown>>,
  skipped: ReadonlySet<string>,
): Generator<{ readonly name: string; readonly value: string }> {
  const open: { readonly name: string; readonly value: unknown }[] = [{ name: '', value: args }]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { name, value } = one
    if (typeof value === 'string') yield { name, value }
    else if (Array.isArray(value)) for (const element of value.toReversed()) open.push({ name, value: element })
    else if (typeof value === 'object' && value !== null) {
      for (const [member, inner] of Object.entries(value).toReversed()) {
        if (skipped.has(member) || placeOf(member) === 'code') continue
        open.push({ name: member, value: inner })
      }
    }
  }
}
