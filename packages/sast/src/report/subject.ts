import type { SourceRange } from '@gatehouse/scan-engine'
import { type Binding, bindingOf, entriesOf } from '../match/bindings.ts'
import type { FileHit } from '../search/search-file.ts'
import { positionOf } from '../tree/compact-tree.ts'

/** Metavariable names for credentials in rules. */
const CREDENTIAL_META = /^\$(?:VALUE|PASS(?:WORD)?|PWD|SECRET|KEY|TOKEN|CREDENTIAL)$/
/** Names of variables with a credential, before its literal. */
const CREDENTIAL_NAME =
  /(?:passw(?:or)?d|passwd|pwd|pass|secret|token|key|auth|credential)\w*["']?\]?\s*(?:=>|:=|[:=(,])\s*$/i
const LITERAL = /(["'`])((?:(?!\1)[^\\\n]|\\.){1,400})\1/g
/** Own limit: characters of a finding that are searched for literals. */
const CODE_CHARS_MAX = 4_000
const CREDENTIAL_CWES: ReadonlySet<string> = new Set(['CWE-259', 'CWE-321', 'CWE-798'])

/**
 * Returns the literal of a hard-coded credential: the one that the rule names, a literal after a credential name, or the last literal,
 * since functions take the password after the user.
 */
export function credentialOf(
  { rule, bindings, ground, start, end }: FileHit,
  lines: Uint32Array,
): SourceRange | undefined {
  if (!CREDENTIAL_CWES.has(rule.cwe ?? '')) return undefined
  const named = entriesOf(bindings).find(([name, { start: from, end: to }]) => {
    return CREDENTIAL_META.test(name) && from >= start && to <= end
  })
  if (named !== undefined) return rangeBetween(named[1], lines)
  const code = ground.text.slice(start, Math.min(end, start + CODE_CHARS_MAX))
  const literals = [...code.matchAll(LITERAL)].map(({ index, 0: whole }) => ({ index, end: index + whole.length }))
  const found = literals.find(({ index }) => CREDENTIAL_NAME.test(code.slice(Math.max(0, index - 60), index)))
  const literal = found ?? literals.at(-1)
  return literal && rangeBetween({ start: start + literal.index, end: start + literal.end }, lines)
}

/**
 * Returns the subject of a hit where its rule names a variable: the variable with the location of its last assignment, so that a variable
 * of another function is a different subject.
 */
export function subjectOf({ rule, bindings, ground, start, end }: FileHit): string | undefined {
  const bound = rule.subject === undefined ? undefined : bindingOf(bindings, rule.subject)
  if (bound === undefined) return undefined
  const name = ground.text.slice(bound.start, bound.end).trim()
  if (!/^[$\w.@]{1,100}$/.test(name)) return undefined
  let at = -1
  for (
    let from = ground.text.lastIndexOf(name, end);
    from !== -1 && at === -1;
    from = ground.text.lastIndexOf(name, from - 1)
  ) {
    const isWhole = !/[\w$.]/.test(ground.text[from - 1] ?? '')
    if (isWhole && /^\s*(?::?=(?!=)|:\s*\w+\s*=)/.test(ground.text.slice(from + name.length, from + name.length + 80)))
      at = from
    if (from === 0) break
  }
  // A name that a block defines implicitly, e.g. `cookie` in a block of Ktor.
  return `${name}@${at === -1 ? ground.text.lastIndexOf('{', start) : at}`
}

function rangeBetween({ start, end }: Pick<Binding, 'start' | 'end'>, lines: Uint32Array): SourceRange {
  const [from, to] = [positionOf(lines, start), positionOf(lines, Math.max(start, end - 1))]
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column }
}
