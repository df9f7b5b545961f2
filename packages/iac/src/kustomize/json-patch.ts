import { itemsAt, type ObjectNode, textAt, valueAt, withEntry, withoutEntry } from './node.ts'

/**
 * Applies a JSON patch to an object.
 * @returns undefined where the path of an operation does not exist
 */
export function jsonPatched(object: ObjectNode, patch: ObjectNode): ObjectNode | undefined {
  let created: ObjectNode | undefined = object
  for (const operation of itemsAt(patch)) {
    if (created === undefined) return undefined
    created = applied(created, operation)
  }
  return created
}

function applied(object: ObjectNode, operation: ObjectNode): ObjectNode | undefined {
  const path = pointerOf(textAt(operation, 'path'))
  const value = valueAt(operation, 'value')
  switch (textAt(operation, 'op')) {
    case 'add':
      return value === undefined ? undefined : placed(object, path, value, true)
    case 'replace':
      return value === undefined ? undefined : placed(object, path, value, false)
    case 'remove':
      return removed(object, path)
    case 'copy':
    case 'move': {
      const from = pointerOf(textAt(operation, 'from'))
      const moved = nodeAt(object, from)
      const left = textAt(operation, 'op') === 'copy' ? object : removed(object, from)
      return moved === undefined || left === undefined ? undefined : placed(left, path, moved, true)
    }
    case 'test':
      return object
    default:
      return undefined
  }
}

/** Own limit: parts of a path. */
const PARTS_MAX = 60

function pointerOf(path: string): readonly string[] {
  return path
    .split('/')
    .slice(1, PARTS_MAX)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function nodeAt(node: ObjectNode | undefined, path: readonly string[]): ObjectNode | undefined {
  return path.reduce<ObjectNode | undefined>((item, key) => {
    if (item?.type === 'map') return item.entries.get(key)?.value
    return item?.type === 'list' ? item.items[Number(key)] : undefined
  }, node)
}

function placed(node: ObjectNode, path: readonly string[], value: ObjectNode, adds: boolean): ObjectNode | undefined {
  const [first, ...rest] = path
  if (first === undefined) return value
  if (node.type === 'map') {
    const inner = node.entries.get(first)?.value
    if (rest.length === 0) return inner === undefined && !adds ? undefined : withEntry(node, first, value)
    // Kustomize creates missing parent maps for an added value.
    const base = inner ?? (adds ? ({ type: 'map', entries: new Map(), source: value.source } as const) : undefined)
    const created = base === undefined ? undefined : placed(base, rest, value, adds)
    return created === undefined ? undefined : withEntry(node, first, created)
  }
  if (node.type !== 'list') return undefined
  const at = first === '-' ? node.items.length : Number(first)
  if (!Number.isInteger(at) || at < 0 || at > node.items.length) return undefined
  if (rest.length === 0) return { ...node, items: node.items.toSpliced(at, adds ? 0 : 1, value) }
  const own = node.items[at]
  const result = own === undefined ? undefined : placed(own, rest, value, adds)
  return result === undefined ? undefined : { ...node, items: node.items.with(at, result) }
}

function removed(node: ObjectNode, path: readonly string[]): ObjectNode | undefined {
  const [first, ...rest] = path
  if (first === undefined) return undefined
  if (node.type === 'map') {
    const inner = node.entries.get(first)?.value
    if (inner === undefined) return undefined
    if (rest.length === 0) return withoutEntry(node, first)
    const created = removed(inner, rest)
    return created === undefined ? undefined : withEntry(node, first, created)
  }
  if (node.type !== 'list') return undefined
  const at = Number(first)
  const own = node.items[at]
  if (own === undefined) return undefined
  if (rest.length === 0) return { ...node, items: node.items.toSpliced(at, 1) }
  const result = removed(own, rest)
  return result === undefined ? undefined : { ...node, items: node.items.with(at, result) }
}
