/** Whether labels meet what is asked of them. */
export type Requirement = (labels: ReadonlySet<string>) => boolean

/** Ours: longer than any known rule asks. */
const WORDS_MAX = 200

/**
 * Reads an expression of labels: names, `and`, `or`, `not`, parentheses, `True`, `False`.
 * @returns undefined where it is none
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
