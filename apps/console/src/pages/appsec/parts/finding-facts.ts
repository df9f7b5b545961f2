import type { Finding } from './kinds.ts'
import { webAddress } from './kinds.ts'

export interface FlowStep {
  readonly filePath: string
  readonly line: number
  readonly role: string
  readonly message: string
  readonly snippet?: string
}

/** Displayed metadata of a finding; values with another shape are ignored. */
export interface FindingFacts {
  readonly flow: readonly FlowStep[]
  readonly path: readonly string[]
  readonly references: readonly string[]
  readonly purl?: string
  readonly fixedVersion?: string
  readonly safeVersion?: string
  readonly cvss?: number
  readonly epss?: number
  readonly kev: boolean
  readonly reachable?: boolean
  readonly hasFix: boolean
  readonly pathClass?: string
  readonly originalSeverity?: string
}

const STEPS_MAX = 200

export function factsOf({ metadata }: Pick<Finding, 'metadata'>): FindingFacts {
  const { dataFlow, dependencyPath, references, fix, kev, reachable } = metadata
  return {
    flow: Array.isArray(dataFlow) ? dataFlow.slice(0, STEPS_MAX).filter((item) => isStep(item)) : [],
    path: textsOf(dependencyPath),
    references: textsOf(references).flatMap((item) => webAddress(item) ?? []),
    ...text(metadata, 'pathClass'),
    ...text(metadata, 'originalSeverity'),
    ...text(metadata, 'purl'),
    ...text(metadata, 'fixedVersion'),
    ...text(metadata, 'safeVersion'),
    ...number(metadata, 'cvss'),
    ...number(metadata, 'epss'),
    kev: kev === true,
    ...(typeof reachable === 'boolean' ? { reachable } : {}),
    hasFix: typeof fix === 'string',
  }
}

function isStep(value: unknown): value is FlowStep {
  if (typeof value !== 'object' || value === null) return false
  const { filePath, line, message } = value as Readonly<Record<string, unknown>>
  return typeof filePath === 'string' && typeof line === 'number' && typeof message === 'string'
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string').slice(0, STEPS_MAX) : []
}

function text<Name extends string>(from: Readonly<Record<string, unknown>>, name: Name): { [N in Name]?: string } {
  const value = from[name]
  return typeof value === 'string' ? ({ [name]: value } as { [N in Name]: string }) : {}
}

function number<Name extends string>(from: Readonly<Record<string, unknown>>, name: Name): { [N in Name]?: number } {
  const value = from[name]
  return typeof value === 'number' ? ({ [name]: value } as { [N in Name]: number }) : {}
}

/** Converts `pkg:npm/%40scope/name@1.2.3` to readable parts. */
export function packageName(purl: string): { readonly name: string; readonly version: string; readonly kind: string } {
  const [, kind = '', rest = purl] = /^pkg:([a-z0-9.+-]+)\/(.*)$/i.exec(purl.split(/[?#]/)[0] ?? '') ?? []
  const at = rest.lastIndexOf('@')
  const [name, version] = at > 0 ? [rest.slice(0, at), rest.slice(at + 1)] : [rest, '']
  return { kind, name: decoded(name), version: decoded(version) }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
