import { compileRegex } from '@gatehouse/kernel/match'
import { jsonPatched } from './json-patch.ts'
import { strategicMerge } from './merge.ts'
import { type ObjectNode, textAt, valueAt } from './node.ts'

/** A patch and the objects that it is for. */
export interface Patch {
  readonly patch: ObjectNode
  /** Selects objects; undefined: objects with the kind and name of the patch. */
  readonly target: ObjectNode | undefined
}

/**
 * Returns objects with a patch applied.
 * @param told is called with each operation that failed
 */
export function patched(
  objects: readonly ObjectNode[],
  { patch, target }: Patch,
  told: (detail: string) => void,
): readonly ObjectNode[] {
  let count = 0
  const made = objects.flatMap((object) => {
    const isWanted = target === undefined ? isSameObject(object, patch) : isTarget(object, target)
    if (!isWanted) return [object]
    count += 1
    if (patch.type === 'list') {
      const found = jsonPatched(object, patch)
      if (found === undefined) told(`A patch operation refers to a path that does not exist in ${nameOf(object)}.`)
      return [found ?? object]
    }
    const merged = strategicMerge(object, withIdentity(patch, object), isKnown(object))
    return merged === undefined ? [] : [merged]
  })
  if (count === 0)
    told(
      `A patch targets an object that does not exist: ${target === undefined ? nameOf(patch) : nameOf({ ...target })}.`,
    )
  return made
}

/** Returns a patch with the name and kind of the object. A patch with a target may have any name and kind. */
function withIdentity(patch: ObjectNode, object: ObjectNode): ObjectNode {
  if (patch.type !== 'map') return patch
  const entries = new Map(patch.entries)
  for (const key of ['apiVersion', 'kind']) {
    const own = object.type === 'map' ? object.entries.get(key) : undefined
    if (own !== undefined && entries.has(key)) entries.set(key, own)
  }
  const metadata = entries.get('metadata')
  const name = valueAt(object, 'metadata', 'name')
  if (metadata?.value.type === 'map' && name !== undefined && metadata.value.entries.has('name')) {
    const inner = new Map([...metadata.value.entries, ['name', { key: name.source, value: name }] as const])
    entries.set('metadata', { ...metadata, value: { ...metadata.value, entries: inner } })
  }
  return { ...patch, entries }
}

function isSameObject(object: ObjectNode, patch: ObjectNode): boolean {
  const namespace = textAt(patch, 'metadata', 'namespace')
  return (
    textAt(object, 'kind') === textAt(patch, 'kind') &&
    textAt(object, 'metadata', 'name') === textAt(patch, 'metadata', 'name') &&
    (namespace === '' ||
      textAt(object, 'metadata', 'namespace') === '' ||
      namespace === textAt(object, 'metadata', 'namespace'))
  )
}

function isTarget(object: ObjectNode, target: ObjectNode): boolean {
  const [group, version] = versionOf(object)
  return (
    isLike(textAt(target, 'kind'), textAt(object, 'kind')) &&
    isLike(textAt(target, 'name'), textAt(object, 'metadata', 'name')) &&
    isLike(textAt(target, 'namespace'), textAt(object, 'metadata', 'namespace')) &&
    isLike(textAt(target, 'group'), group) &&
    isLike(textAt(target, 'version'), version) &&
    isSelected(textAt(target, 'labelSelector'), valueAt(object, 'metadata', 'labels')) &&
    isSelected(textAt(target, 'annotationSelector'), valueAt(object, 'metadata', 'annotations'))
  )
}

/** Whether a pattern matches the whole word; an empty pattern matches any word. */
function isLike(pattern: string, word: string): boolean {
  if (pattern === '' || pattern === word) return true
  try {
    return pattern.length <= 200 && compileRegex(`^(?:${pattern})$`).test(word)
  } catch {
    // It is no pattern, and not the word itself.
    return false
  }
}

/** `a=b,c!=d` */
function isSelected(selector: string, labels: ObjectNode | undefined): boolean {
  if (selector === '') return true
  return selector.split(',').every((item) => {
    const [, key = '', operator = '', value = ''] =
      /^\s*([^=!\s]{1,300})\s*(?:(==?|!=)\s*(\S{0,300}))?\s*$/.exec(item) ?? []
    const own = textAt(labels, key)
    if (operator === '') return own !== ''
    return (own === value) !== (operator === '!=')
  })
}

function versionOf(object: ObjectNode): readonly [string, string] {
  const parts = textAt(object, 'apiVersion').split('/')
  return parts.length === 1 ? ['', parts[0] ?? ''] : [parts[0] ?? '', parts[1] ?? '']
}

/** Whether the list fields of a kind are known: custom kinds may use `containers` for anything. */
function isKnown(object: ObjectNode): boolean {
  const [group] = versionOf(object)
  return !group.includes('.') || group.endsWith('.k8s.io')
}

function nameOf(object: ObjectNode): string {
  const name = textAt(object, 'metadata', 'name')
  return `${textAt(object, 'kind')} ${name === '' ? textAt(object, 'name') : name}`.trim()
}
