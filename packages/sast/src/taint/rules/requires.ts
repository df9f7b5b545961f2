/** Whether labels meet a requirement. */
export type Requirement = (labels: ReadonlySet<string>) => boolean

/** Own limit: longer than in any known rule. */
const WORDS_MAX = 200

/**
 * Parses a label expression: names, `and`, `or`, `not`, parentheses, `True`, `False`.
 * @returns undefined for an invalid expression
 */
export function parseRequires(text: string): Requirement | undefined {
  const words = text.match(/[A-Za-z_]\w*|[()]|\S/g) ?? []
  if (words.length === 0 || words.length > WORDS_MAX) return undefined
  let at = 0
  const take = (word: string): boolean => {
    if (words[at] !== word) return false
    at += 1
    return true
  }
  const either = (): Requirement | undefined => {
    let left = both()
    while (left !== undefined && take('or')) {
      const [a, b] = [left, both()]
      left = b && ((labels) => a(labels) || b(labels))
    }
    return left
  }
  const both = (): Requirement | undefined => {
    let left = single()
    while (left !== undefined && take('and')) {
      const [a, b] = [left, single()]
      left = b && ((labels) => a(labels) && b(labels))
    }
    return left
  }
  const single = (): Requirement | undefined => {
    if (take('not')) {
      const inner = single()
      return inner && ((labels) => !inner(labels))
    }
    if (take('(')) {
      const inner = either()
      return take(')') ? inner : undefined
    }
    const word = words[at]
    if (word === undefined || !/^[A-Za-z_]\w*$/.test(word) || word === 'and' || word === 'or') return undefined
    at += 1
    if (word === 'True') return () => true
    if (word === 'False') return () => false
    return (labels) => labels.has(word)
  }
  const all = either()
  return at === words.length ? all : undefined
}
