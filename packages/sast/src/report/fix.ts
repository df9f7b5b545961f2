import { bindingOf } from '../match/bindings.ts'
import type { FileHit } from '../search/search-file.ts'

/** Variables of a language that look like metavariables. */
const OTHERS = /^\$(?:_|GLOBALS$|\d)/

/** Returns the code of a rule's fix for a hit; undefined for a rule without fix, and for a fix with an unbound metavariable. */
export function fixOf(hit: FileHit): string | undefined {
  const { rule, ground } = hit
  const found = ground.text.slice(hit.start, hit.end)
  if (rule.fix !== undefined) {
    let isWhole = true
    const fixed = rule.fix.replace(/\$(?:\.\.\.)?[A-Z_][A-Z0-9_]*|\$\d{1,2}/g, (name) => {
      const bound = bindingOf(hit.bindings, name)
      if (bound !== undefined) return ground.text.slice(bound.start, bound.end)
      isWhole &&= OTHERS.test(name)
      return name
    })
    return isWhole ? fixed : undefined
  }
  if (rule.fixRegex === undefined) return undefined
  const { regex, replacement, count } = rule.fixRegex
  let fixed = ''
  let at = 0
  for (const { start, end, groups } of regex.findAll(found, count === 0 ? Infinity : count)) {
    fixed +=
      found.slice(at, start) +
      replacement.replace(/\\(\d{1,2})/g, (_all, number: string) => {
        const group = groups[Number(number)]
        return group === undefined ? '' : found.slice(group.start, group.end)
      })
    at = end
  }
  const output = fixed + found.slice(at)
  // An unchanged text is no fix.
  return output === found ? undefined : output
}
