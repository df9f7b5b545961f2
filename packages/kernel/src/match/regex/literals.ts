import { soleLetter } from './char-set.ts'
import { PREFILTER_LITERALS_MAX } from './limits.ts'
import type { Node } from './syntax.ts'

/** A literal part of a pattern. */
export interface Literal {
  readonly text: string
  /** False if the text is in folded case and the pattern ignores case. */
  readonly exact: boolean
}

/** Returns literals of which every match contains at least one; undefined without required literals. */
export function requiredLiterals(node: Node): readonly Literal[] | undefined {
  switch (node.kind) {
    case 'empty':
    case 'place':
      return undefined
    case 'set': {
      const literal = spelled(node)
      return literal === undefined ? undefined : [literal]
    }
    case 'group':
      return requiredLiterals(node.body)
    case 'repeat':
      return node.min === 0 ? undefined : requiredLiterals(node.body)
    case 'either': {
      const all: Literal[] = []
      for (const option of node.options) {
        const needed = requiredLiterals(option)
        if (needed === undefined || all.push(...needed) > PREFILTER_LITERALS_MAX) return undefined
      }
      return all
    }
    case 'concat':
      break
  }
  return bestOf(node.parts)
}

/** Returns the most selective literals of a sequence: those with the longest minimum length. */
function bestOf(parts: readonly Node[]): readonly Literal[] | undefined {
  let best: readonly Literal[] | undefined
  let run: Literal = NOTHING
  const offer = (literals: readonly Literal[] | undefined) => {
    if (literals !== undefined && shortest(literals) > shortest(best ?? [NOTHING])) best = literals
  }
  for (const part of parts) {
    const literal = spelled(part)
    if (literal !== undefined) run = joined(run, literal)
    else {
      offer([run])
      run = NOTHING
      offer(requiredLiterals(part))
    }
  }
  offer([run])
  return best
}

const NOTHING: Literal = { text: '', exact: true }

export function shortest(literals: readonly Literal[]): number {
  return Math.min(...literals.map((literal) => literal.text.length))
}

/** Returns the only text that a node matches, ignoring case. */
function spelled(node: Node): Literal | undefined {
  if (node.kind === 'set') {
    const { set } = node
    const letter = soleLetter(set)
    if (letter === undefined) return undefined
    const exact = set.length === 2 && set[0] === set[1]
    return { text: String.fromCodePoint(exact ? (set[0] as number) : letter), exact }
  }
  if (node.kind === 'group') return spelled(node.body)
  if (node.kind === 'empty' || node.kind === 'place') return NOTHING
  if (node.kind !== 'concat') return undefined
  let all = NOTHING
  for (const part of node.parts) {
    const literal = spelled(part)
    if (literal === undefined) return undefined
    all = joined(all, literal)
  }
  return all
}

function joined(a: Literal, b: Literal): Literal {
  return { text: a.text + b.text, exact: a.exact && b.exact }
}
