import { readOperand } from './read-value.ts'
import type { Facts } from './source-file.ts'
import { isGroup, isMark, isName, type Node } from './tree.ts'
import type { Language, Value } from './value.ts'

/** Keywords before brackets that are not calls. */
const NO_CALL = new Set(
  (
    'if for while switch catch function return await new typeof with elif in of not and or assert ' +
    'lambda yield import class def case else async from void throw delete const let var export default as is'
  ).split(' '),
)

/** Returns each node list of a file once: the file itself and the content of brackets at any depth. */
export function everyList(root: readonly Node[]): readonly (readonly Node[])[] {
  const lists: (readonly Node[])[] = [root]
  for (let at = 0; at < lists.length; at += 1) {
    for (const node of lists[at]!) if (isGroup(node)) lists.push(node.items)
  }
  return lists
}

/** Collects calls and names at a position, with their chained calls. */
export function readChain(items: readonly Node[], at: number, language: Language, facts: Facts): void {
  const node = items[at]
  if (!isName(node) || NO_CALL.has(node.text) || isMark(items[at - 1], '.', '?.')) return
  // Definitions are not calls, and parameters are not uses.
  if (isName(items[at - 1], 'def', 'class', 'function') || isMark(items[at + 1], '=>')) return
  const isDecorator = isMark(items[at - 1], '@')
  let value: Value | undefined = readOperand(items, at, language).value
  while (value?.kind === 'call' || value?.kind === 'name') {
    if (value.kind === 'call') {
      const { path, group } = value
      facts.calls.push({ path, group, line: group.line, at: group.at, isDecorator })
    } else if (value.path.includes('.')) {
      facts.names.push({ path: value.path, line: value.line, at: value.at })
    }
    value = value.on
  }
}
