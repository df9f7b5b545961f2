import { bindingOf } from '../match/bindings.ts'
import type { Formula } from '../rules/rule.ts'
import type { FileHit } from '../search/search-file.ts'

/** An annotation, decorator or attribute at the start of a pattern, and its name or metavariable. */
const MARK = /^\s*(@|#?\[)\s*(\$?[\w.:\\]{1,200})/
/** Own limit: annotations before a declaration are shorter. */
const HEAD_CHARS = 8_000

const known = new WeakMap<Formula, readonly string[]>()

/**
 * Returns the start of a finding about a declaration: the annotation that its rule names, not an unrelated annotation before it. Other
 * findings start at their match.
 */
export function shownStart({ rule, bindings, ground, start, end }: FileHit): number {
  const names = annotationsIn(rule.formula)
  const head = ground.text.slice(start, Math.min(end, start + HEAD_CHARS))
  if (names.length === 0 || !MARK.test(head)) return start
  const starts = names.flatMap((name) => {
    if (!name.startsWith('$')) {
      const found = new RegExp(`(?:@|#?\\[)\\s*(?:[\\w.]{1,200}\\.)?${name.replace(/[.\\]/g, '\\$&')}(?![\\w.])`).exec(
        head,
      )
      return found === null ? [] : [start + found.index]
    }
    const bound = bindingOf(bindings, name)
    if (bound === undefined || bound.start <= start || bound.end > end) return []
    const sign = /(?:@|#?\[)\s*$/.exec(ground.text.slice(Math.max(start, bound.start - 4), bound.start))
    return sign === null ? [] : [bound.start - sign[0].length]
  })
  return starts.length === 0 ? start : Math.min(...starts)
}

/** Returns names of annotations at the start of a formula's patterns, except those of negative patterns and of surrounding patterns. */
function annotationsIn(formula: Formula): readonly string[] {
  let marks = known.get(formula)
  if (marks === undefined) {
    marks = [...new Set(readAnnotations(formula))]
    known.set(formula, marks)
  }
  return marks
}

function readAnnotations(formula: Formula): readonly string[] {
  switch (formula.type) {
    case 'pattern': {
      const name = MARK.exec(formula.text)?.[2]
      return name === undefined ? [] : [name]
    }
    case 'any':
    case 'all':
      return formula.parts.flatMap(readAnnotations)
    case 'regex':
    case 'inside':
    case 'not':
    case 'not-inside':
    default:
      return []
  }
}
