import { posix } from 'node:path'
import {
  itemsAt,
  type MapNode,
  type ObjectNode,
  scalar,
  type Source,
  textAt,
  valueAt,
  withEntry,
  withValue,
} from './node.ts'

/** Reads a file by its path relative to the kustomization; undefined for a missing file. */
export type ReadFile = (path: string) => Promise<string | undefined>

/** Returns the objects that the generators of a kustomization create. Their names have no hash suffix. */
export async function generated(
  kustomization: ObjectNode,
  read: ReadFile,
  told: (detail: string) => void,
): Promise<readonly ObjectNode[]> {
  const objectNodes: ObjectNode[] = []
  for (const [list, kind] of [
    ['configMapGenerator', 'ConfigMap'],
    ['secretGenerator', 'Secret'],
  ] as const) {
    for (const item of itemsAt(kustomization, list)) objectNodes.push(await objectOf(kind, item, read, told))
  }
  return objectNodes
}

async function objectOf(
  kind: 'ConfigMap' | 'Secret',
  generator: ObjectNode,
  read: ReadFile,
  told: (detail: string) => void,
): Promise<ObjectNode> {
  const { source } = generator
  const text = (value: string): ObjectNode => scalar(value, source)
  let object: ObjectNode = { type: 'map', entries: new Map(), source }
  object = withValue(object, ['apiVersion'], text('v1'))
  object = withValue(object, ['kind'], text(kind))
  object = withValue(object, ['metadata', 'name'], valueAt(generator, 'name') ?? text('generated'))
  const type = valueAt(generator, 'type')
  if (kind === 'Secret') object = withValue(object, ['type'], type ?? text('Opaque'))
  let data: MapNode = { type: 'map', entries: new Map(), source }
  for (const { key, value, place } of await pairsOf(generator, read, told)) {
    const written = kind === 'Secret' ? Buffer.from(value).toString('base64') : value
    data = withEntry(data, key, scalar(written, place))
  }
  return withValue(object, ['data'], data)
}

interface Pair {
  readonly key: string
  readonly value: string
  readonly place: Source
}

async function pairsOf(
  generator: ObjectNode,
  read: ReadFile,
  told: (detail: string) => void,
): Promise<readonly Pair[]> {
  const pairs: Pair[] = []
  for (const item of itemsAt(generator, 'literals')) {
    const text = textAt(item)
    const at = text.indexOf('=')
    if (at > 0)
      pairs.push({
        key: text.slice(0, at),
        value: text.slice(at + 1).replace(/^(["'])(.*)\1$/s, '$2'),
        place: item.source,
      })
  }
  for (const item of itemsAt(generator, 'files')) {
    const text = textAt(item)
    const at = text.indexOf('=')
    const path = at === -1 ? text : text.slice(at + 1)
    const value = await read(path)
    if (value === undefined) told(`The generator file ${path} is not in the source.`)
    else pairs.push({ key: at === -1 ? posix.basename(path) : text.slice(0, at), value, place: item.source })
  }
  const single = valueAt(generator, 'env')
  for (const item of [...itemsAt(generator, 'envs'), ...(single === undefined ? [] : [single])]) {
    const value = await read(textAt(item))
    if (value === undefined) told(`The generator file ${textAt(item)} is not in the source.`)
    for (const line of (value ?? '').split('\n')) {
      const [, key, inner] = /^\s*([^#=\s][^=]{0,300})=(.*)$/.exec(line) ?? []
      if (key !== undefined && inner !== undefined)
        pairs.push({ key: key.trim(), value: inner.trim(), place: item.source })
    }
  }
  return pairs
}
