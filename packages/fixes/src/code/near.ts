import { linesAt } from '../text/splice.ts'
import type { CodeLanguage } from './scan.ts'

/** A rewrite near a finding. Returns the whole text. */
export interface Rewrite {
  readonly title: string
  readonly languages: readonly CodeLanguage[]
  /** Matches the rule id without its scanner and language. */
  readonly rules: RegExp
  readonly check?: string
  readonly apply: (code: Code) => string | undefined
}

/** The text and the range of a finding. */
export interface Code {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly startLine: number
  readonly endLine: number
}

/** Lines around a finding in which its cause may be. */
export const NEAR_LINES = 6

/** Replaces the first match near a finding: in its lines, then below, then above. */
export function near(
  pattern: RegExp,
  by: string,
  after: (text: string) => string | undefined = (text) => text,
): Rewrite['apply'] {
  return ({ text, startLine, endLine }) => {
    const last = text.split('\n').length
    const windows = [
      [startLine, endLine],
      [endLine, Math.min(last, endLine + NEAR_LINES)],
      [Math.max(1, startLine - NEAR_LINES), startLine],
    ] as const
    for (const [from, to] of windows) {
      const lines = linesAt(text, from, to)
      const changed = lines.text.replace(pattern, by)
      if (changed !== lines.text) return after(text.slice(0, lines.start) + changed + text.slice(lines.end))
    }
    return undefined
  }
}

/** Replaces all matches in the lines of a finding. */
export function inLines(pattern: RegExp, by: string): Rewrite['apply'] {
  return ({ text, startLine, endLine }) => {
    const lines = linesAt(text, startLine, endLine)
    const changed = lines.text.replaceAll(pattern, by)
    return changed === lines.text ? undefined : text.slice(0, lines.start) + changed + text.slice(lines.end)
  }
}
