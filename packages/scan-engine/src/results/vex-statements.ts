import { VEX_JUSTIFICATIONS, type VexJustification, type VexStatement } from '@gatehouse/formats/artifacts'
import { z } from 'zod'
import type { ResultFinding } from './finding.ts'

/** Finding data for VEX statements. */
export type VexFinding = Pick<
  ResultFinding,
  'scanner' | 'ruleId' | 'title' | 'cveId' | 'cweId' | 'status' | 'statusNote' | 'metadata'
> & {
  /** Start of the statement; default: creation time of the document. */
  readonly since?: Date
}

/** Used metadata of a finding; values of another type count as absent. */
const Facts = z.object({
  purl: z.string().startsWith('pkg:').optional().catch(undefined),
  aliases: z.array(z.string()).catch([]),
  cwes: z.array(z.string()).catch([]),
  reachable: z.boolean().optional().catch(undefined),
  importedAt: z.object({ path: z.string(), line: z.int() }).optional().catch(undefined),
  importedThrough: z.string().optional().catch(undefined),
  safeVersion: z.string().optional().catch(undefined),
  fixedVersion: z.string().optional().catch(undefined),
  malicious: z.boolean().catch(false),
})
type Facts = z.infer<typeof Facts>

type VexAssessment = Pick<VexStatement, 'status' | 'justification' | 'impact' | 'action' | 'notes'>

/** Maximum length of a user's note in a statement, in UTF-16 units. */
const NOTE_UNITS_MAX = 2_000

/**
 * Creates VEX statements from findings of vulnerable packages. Triage takes precedence, then import analysis. Findings of other kinds
 * (secrets, licenses, coverage) create none.
 *
 * @param findings of one scan
 * @param at creation time of the document
 */
export function vexStatementsOf(findings: readonly VexFinding[], { at }: { readonly at: Date }): VexStatement[] {
  return findings.flatMap((finding) => {
    const facts = Facts.parse(finding.metadata)
    if (facts.purl === undefined || !isVulnerability(finding.ruleId)) return []
    const id = finding.cveId ?? finding.ruleId
    const cwes = facts.cwes.length > 0 ? facts.cwes : [finding.cweId ?? ''].filter((cwe) => cwe !== '')
    return [
      {
        vulnerability: {
          id,
          aliases: [...new Set([...facts.aliases, finding.ruleId])].filter((alias) => alias !== id).toSorted(),
          description: finding.title,
          cwes,
        },
        component: facts.purl,
        ...vexAssessment(finding, facts),
        since: finding.since ?? at,
      },
    ]
  })
}

/** Ids of vulnerabilities start with the name of their database. Rule ids contain a path. */
function isVulnerability(ruleId: string): boolean {
  return /^[A-Z][A-Za-z0-9]*-/.test(ruleId)
}

function vexAssessment({ status, statusNote, ruleId }: VexFinding, facts: Facts): VexAssessment {
  const { label, text } = noteOf(statusNote)
  const isUnused = facts.reachable === false && !isMalicious(ruleId, facts)
  if (status === 'OPEN') return isUnused ? UNUSED : openStatement(ruleId, facts)
  if (status === 'RESOLVED') {
    return { status: 'fixed', notes: sentences('A person has marked this as resolved.', text) }
  }
  if (status === 'FALSE_POSITIVE') {
    const justification = label ?? (isUnused ? UNUSED.justification : undefined)
    const impact = text ?? 'A person has judged this to be a false positive.'
    return { status: 'not_affected', ...(justification !== undefined && { justification }), impact }
  }
  const decided = status === 'ACCEPTED_RISK' ? 'The risk was accepted.' : 'This is being worked on.'
  return { status: 'affected', action: sentences(decided, text, upgradeOf(facts)) }
}

/** Level 1 of reachability: the scanner sets `reachable: false` only after reading all code without finding a path to the package. */
const UNUSED: VexAssessment = {
  status: 'not_affected',
  justification: 'vulnerable_code_not_in_execute_path',
  impact:
    'The code imports neither the package nor a package that depends on it, and loads no module by a computed name.',
}

function openStatement(ruleId: string, facts: Facts): VexAssessment {
  const action = upgradeOf(facts)
  if (isMalicious(ruleId, facts)) {
    // Malicious packages act at installation; imports do not matter.
    return {
      status: 'affected',
      action: 'The package is malicious: remove it, and rotate all secrets that it could read.',
    }
  }
  const { importedAt, importedThrough } = facts
  if (facts.reachable !== true) {
    return { status: 'under_investigation', notes: `Whether the code uses the package is not known. ${action}` }
  }
  const subject = importedThrough === undefined ? 'the package' : `${importedThrough}, which depends on the package`
  const place = importedAt === undefined ? '' : ` (${importedAt.path}, line ${importedAt.line})`
  return { status: 'affected', action, notes: `The code imports ${subject}${place}.` }
}

function isMalicious(ruleId: string, { malicious }: Facts): boolean {
  return malicious || ruleId.startsWith('MAL-')
}

/** Returns the smallest version without known vulnerabilities, else the version that fixes this one. */
function upgradeOf({ safeVersion, fixedVersion }: Facts): string {
  if (safeVersion !== undefined) return `Upgrade to ${safeVersion} or later.`
  if (fixedVersion !== undefined) return `Upgrade to ${fixedVersion} or later, which repairs this vulnerability.`
  return 'No version repairs it: replace the package or keep the vulnerable code out of reach.'
}

/** Parses a note that may start with an OpenVEX justification and a colon. */
function noteOf(note: string | null | undefined): { readonly label?: VexJustification; readonly text?: string } {
  const whole = note?.trim().slice(0, NOTE_UNITS_MAX).toWellFormed() ?? ''
  if (whole === '') return {}
  const label = VEX_JUSTIFICATIONS.find((item) => whole === item || whole.startsWith(`${item}:`))
  if (label === undefined) return { text: whole }
  const text = whole.slice(label.length + 1).trim()
  return text === '' ? { label } : { label, text }
}

function sentences(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(' ')
}
