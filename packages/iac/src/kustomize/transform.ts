import { itemsAt, mapped, type ObjectNode, scalar, textAt, valueAt, withEntry, withValue } from './node.ts'

/** Cluster-scoped kinds. */
const CLUSTER_WIDE =
  /^(?:Namespace|Node|PersistentVolume|ClusterRole|ClusterRoleBinding|CustomResourceDefinition|StorageClass|PriorityClass|APIService|IngressClass|RuntimeClass|CSIDriver|(?:Mutating|Validating)WebhookConfiguration|ValidatingAdmissionPolicy(?:Binding)?)$/

const WITH_PODS: ReadonlySet<string> = new Set([
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'ReplicaSet',
  'ReplicationController',
  'Job',
  'CronJob',
])

/** Applies the global fields of a kustomization to objects: name affixes, namespace, labels, images, replicas. */
export function transformed(objects: readonly ObjectNode[], kustomization: ObjectNode): readonly ObjectNode[] {
  let objectNodes = objects
  for (const change of [namespaced, counted, renamed, labelled, annotated, imaged]) {
    objectNodes = objectNodes.map((item) => change(item, kustomization))
  }
  return objectNodes
}

function namespaced(object: ObjectNode, kustomization: ObjectNode): ObjectNode {
  const namespace = valueAt(kustomization, 'namespace')
  if (namespace === undefined || CLUSTER_WIDE.test(textAt(object, 'kind'))) return object
  return withValue(object, ['metadata', 'namespace'], namespace)
}

function renamed(object: ObjectNode, kustomization: ObjectNode): ObjectNode {
  const [prefix, suffix] = [textAt(kustomization, 'namePrefix'), textAt(kustomization, 'nameSuffix')]
  const name = valueAt(object, 'metadata', 'name')
  if (name === undefined || (prefix === '' && suffix === '')) return object
  if (/^(?:Namespace|CustomResourceDefinition)$/.test(textAt(object, 'kind'))) return object
  return withValue(
    object,
    ['metadata', 'name'],
    scalar(`${prefix}${textAt(object, 'metadata', 'name')}${suffix}`, name.source),
  )
}

function labelled(object: ObjectNode, kustomization: ObjectNode): ObjectNode {
  const common = valueAt(kustomization, 'commonLabels')
  let objectNode = common === undefined ? object : withLabels(object, common, true, true)
  for (const item of itemsAt(kustomization, 'labels')) {
    const pairs = valueAt(item, 'pairs')
    const selects = textAt(item, 'includeSelectors') === 'true'
    if (pairs !== undefined)
      objectNode = withLabels(objectNode, pairs, selects || textAt(item, 'includeTemplates') === 'true', selects)
  }
  return objectNode
}

function withLabels(object: ObjectNode, labels: ObjectNode, inTemplates: boolean, inSelectors: boolean): ObjectNode {
  let objectNode = withAll(object, ['metadata', 'labels'], labels)
  const kind = textAt(object, 'kind')
  if (inTemplates && WITH_PODS.has(kind)) {
    const template = kind === 'CronJob' ? ['spec', 'jobTemplate', 'spec', 'template'] : ['spec', 'template']
    objectNode = withAll(objectNode, [...template, 'metadata', 'labels'], labels)
    if (inSelectors && !kind.endsWith('Job'))
      objectNode = withAll(objectNode, ['spec', 'selector', 'matchLabels'], labels)
  }
  return inSelectors && kind === 'Service' ? withAll(objectNode, ['spec', 'selector'], labels) : objectNode
}

function annotated(object: ObjectNode, kustomization: ObjectNode): ObjectNode {
  const annotations = valueAt(kustomization, 'commonAnnotations')
  return annotations === undefined ? object : withAll(object, ['metadata', 'annotations'], annotations)
}

function withAll(object: ObjectNode, path: readonly string[], values: ObjectNode): ObjectNode {
  if (values.type !== 'map') return object
  let objectNode = object
  for (const [key, { value }] of values.entries) objectNode = withValue(objectNode, [...path, key], value)
  return objectNode
}

/** Own limit: images that one kustomization renames. */
const IMAGES_MAX = 200

function imaged(object: ObjectNode, kustomization: ObjectNode): ObjectNode {
  const images = itemsAt(kustomization, 'images').slice(0, IMAGES_MAX)
  if (images.length === 0) return object
  return mapped(object, (map, key) => {
    const image = map.entries.get('image')?.value
    if (image?.type !== 'scalar' || typeof image.value !== 'string' || !key.endsWith('ontainers')) return map
    const other = images.reduce((name, objectNode) => otherImage(name, objectNode), image.value)
    return other === image.value ? map : withEntry(map, 'image', scalar(other, image.source))
  })
}

function otherImage(image: string, rule: ObjectNode): string {
  const [, name = image, tag = ''] = /^([^@]*?)((?::[^:/@]*)?(?:@.*)?)$/.exec(image) ?? []
  if (name !== textAt(rule, 'name')) return image
  const other = textAt(rule, 'newName') === '' ? name : textAt(rule, 'newName')
  if (textAt(rule, 'digest') !== '') return `${other}@${textAt(rule, 'digest')}`
  return textAt(rule, 'newTag') === '' ? `${other}${tag}` : `${other}:${textAt(rule, 'newTag')}`
}

function counted(object: ObjectNode, kustomization: ObjectNode): ObjectNode {
  const found = itemsAt(kustomization, 'replicas').find(
    (item) => textAt(item, 'name') === textAt(object, 'metadata', 'name'),
  )
  const count = valueAt(found, 'count')
  return count === undefined || !WITH_PODS.has(textAt(object, 'kind'))
    ? object
    : withValue(object, ['spec', 'replicas'], count)
}
