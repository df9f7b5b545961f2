import { type MapNode, type ObjectNode, textAt, withEntry, withoutEntry } from './node.ts'

/** Merge keys of lists; other lists are replaced as a whole. */
const KEYS: Readonly<Partial<Record<string, readonly string[]>>> = {
  containers: ['name'],
  initContainers: ['name'],
  ephemeralContainers: ['name'],
  volumes: ['name'],
  env: ['name'],
  imagePullSecrets: ['name'],
  secrets: ['name'],
  volumeMounts: ['mountPath'],
  volumeDevices: ['devicePath'],
  hostAliases: ['ip'],
  topologySpreadConstraints: ['topologyKey'],
  // Of a pod and of a service.
  ports: ['containerPort', 'port'],
}

/** Own limit: deeper objects are not written by hand. */
const DEPTH_MAX = 80

/**
 * Merges a patch into an object as Kubernetes does: maps by key, lists with a merge key by that key, other lists and values as a whole.
 * @param isKnown whether lists may be merged: merge keys are known only for kinds of Kubernetes itself
 * @returns undefined where the patch deletes the object
 */
export function strategicMerge(base: ObjectNode, patch: ObjectNode, isKnown: boolean): ObjectNode | undefined {
  return merge(base, patch, '', isKnown, 0)
}

function merge(
  base: ObjectNode,
  patch: ObjectNode,
  key: string,
  isKnown: boolean,
  depth: number,
): ObjectNode | undefined {
  if (depth > DEPTH_MAX) return base
  if (patch.type === 'map') {
    const directive = textAt(patch, '$patch')
    const plain = withoutEntry(patch, '$patch')
    if (directive === 'delete') return undefined
    if (base.type !== 'map' || directive === 'replace') return withoutDirectives(plain, depth)
    return mergeMaps(base, plain, isKnown, depth)
  }
  if (patch.type === 'list' && base.type === 'list' && isKnown) {
    const names = KEYS[key]
    const name = names?.find((entry) => patch.items.some((item) => textAt(item, entry) !== ''))
    if (name !== undefined) return { ...base, items: mergeLists(base.items, patch.items, name, depth) }
  }
  return withoutDirectives(patch, depth)
}

function mergeMaps(base: MapNode, patch: MapNode, isKnown: boolean, depth: number): ObjectNode {
  let created = base
  for (const [key, { value }] of patch.entries) {
    if (key.startsWith('$')) continue
    const own = base.entries.get(key)?.value
    if (value.type === 'scalar' && value.value === null) created = withoutEntry(created, key)
    else {
      const merged = own === undefined ? withoutDirectives(value, depth) : merge(own, value, key, isKnown, depth + 1)
      created = merged === undefined ? withoutEntry(created, key) : withEntry(created, key, merged)
    }
  }
  return created
}

function mergeLists(
  base: readonly ObjectNode[],
  patch: readonly ObjectNode[],
  name: string,
  depth: number,
): readonly ObjectNode[] {
  if (patch.some((item) => textAt(item, '$patch') === 'replace')) {
    return patch.filter((item) => textAt(item, '$patch') !== 'replace')
  }
  const byName = new Map(base.map((item, at) => [textAt(item, name) === '' ? `#${at}` : textAt(item, name), item]))
  const added: ObjectNode[] = []
  for (const item of patch) {
    const own = byName.get(textAt(item, name))
    if (own === undefined) {
      if (textAt(item, '$patch') !== 'delete') added.push(withoutDirectives(item, depth))
      continue
    }
    const merged = merge(own, item, '', true, depth + 1)
    if (merged === undefined) byName.delete(textAt(item, name))
    else byName.set(textAt(item, name), merged)
  }
  // Items that a patch adds to a Kubernetes list come first.
  return [...added, ...byName.values()]
}

function withoutDirectives(node: ObjectNode, depth: number): ObjectNode {
  if (depth > DEPTH_MAX || node.type === 'scalar') return node
  if (node.type === 'list') return { ...node, items: node.items.map((item) => withoutDirectives(item, depth + 1)) }
  const remaining = [...node.entries].filter(
    ([key, { value }]) => !key.startsWith('$patch') && !(value.type === 'scalar' && value.value === null),
  )
  return {
    ...node,
    entries: new Map(
      remaining.map(([key, entry]) => [key, { ...entry, value: withoutDirectives(entry.value, depth + 1) }]),
    ),
  }
}
