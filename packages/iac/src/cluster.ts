import type { Observation, Suppression } from '@gatehouse/scan-engine'
import { Suppressions, lineStarts, positionOf } from '@gatehouse/sast/configuration'

/** What one object contributes to its namespace. */
export interface ClusterFact {
  readonly is: 'workload' | 'policy' | 'policy-for-all'
  /** Empty: the namespace of the deployment. */
  readonly namespace: string
  readonly filePath: string
  readonly line: number
  /** Code excerpt shown in the finding. */
  readonly snippet: string
  /** A comment that suppresses findings from this object. */
  readonly suppression?: Suppression
}

/** Own limit: facts per file; further facts concern the same namespaces. */
const FACTS_MAX = 500

const RULE = 'k8s-no-network-policy'

const KINDS: Readonly<Record<string, ClusterFact['is']>> = {
  Pod: 'workload',
  Deployment: 'workload',
  StatefulSet: 'workload',
  DaemonSet: 'workload',
  ReplicaSet: 'workload',
  ReplicationController: 'workload',
  Job: 'workload',
  CronJob: 'workload',
  NetworkPolicy: 'policy',
  CiliumNetworkPolicy: 'policy',
  CiliumClusterwideNetworkPolicy: 'policy-for-all',
  GlobalNetworkPolicy: 'policy-for-all',
  AdminNetworkPolicy: 'policy-for-all',
  BaselineAdminNetworkPolicy: 'policy-for-all',
}

const KIND = /^(?:"?kind"?|'kind'):[ \t]{1,9}["']?(\w{1,60})/m
const METADATA = /^metadata:[^\n]*(?:\n(?:[ \t][^\n]*)?(?=\n|$)){0,200}/m
const NAMESPACE = /(?:^|[\s{,])namespace:[ \t]{1,9}["']?([\w.-]{1,253})/

/** A fact with its offset in the text. */
export type FoundFact = Omit<ClusterFact, 'filePath' | 'line'> & { readonly offset: number }

/** Returns the namespace facts of all objects in a text. */
export function clusterFacts(text: string): readonly FoundFact[] {
  const facts: FoundFact[] = []
  const suppressions = new Suppressions(text)
  const lines = lineStarts(text)
  for (let at = 0; at < text.length && facts.length < FACTS_MAX;) {
    const next = text.indexOf('\n---', at)
    const end = next === -1 ? text.length : next
    const part = text.slice(at, end)
    const kind = KIND.exec(part)
    const is = kind === null ? undefined : KINDS[kind[1]!]
    if (kind !== null && is !== undefined) {
      const namespace = NAMESPACE.exec(METADATA.exec(part)?.[0] ?? '')?.[1] ?? ''
      const offset = at + kind.index
      const result = suppressions.judge([RULE], positionOf(lines, offset).line)
      const suppression = result === 'unexplained' ? undefined : result
      facts.push({ is, namespace, snippet: kind[0], offset, ...(suppression !== undefined && { suppression }) })
    }
    at = end + 4
  }
  return facts
}

/** Returns namespaces with workloads and no network policy. Each namespace is reported once, at its first workload. */
export function openNamespaces(facts: readonly ClusterFact[]): readonly Observation[] {
  if (facts.some(({ is }) => is === 'policy-for-all')) return []
  const closed = new Set(facts.filter(({ is }) => is === 'policy').map(({ namespace }) => namespace))
  const first = new Map<string, ClusterFact>()
  const inOrder = facts.toSorted((a, b) =>
    a.filePath < b.filePath ? -1 : a.filePath > b.filePath ? 1 : a.line - b.line,
  )
  for (const fact of inOrder) {
    const { is, namespace } = fact
    // A policy without a namespace may be for any of them.
    if (is !== 'workload' || closed.has(namespace) || closed.has('')) continue
    const known = first.get(namespace)
    // A suppressed workload is shown only where all workloads of the namespace are suppressed.
    if (known === undefined || (known.suppression !== undefined && fact.suppression === undefined)) {
      first.set(namespace, fact)
    }
  }
  return [...first.values()].map(observationOf)
}

function observationOf({ namespace, filePath, line, snippet, suppression }: ClusterFact): Observation {
  const named = namespace === '' ? 'the namespace that this is deployed to' : `the namespace ${namespace}`
  return {
    scanner: 'K8S',
    ruleId: `k8s/${RULE}`,
    severity: 'LOW',
    title: `No network policy is there for ${named}.`,
    description: [
      `No network policy is there for ${named}: every pod of the cluster may speak to its pods, and these to everything, so that`,
      'an attacker in one of them can reach the others. Start with a policy that denies all ingress, podSelector: {} with',
      'policyTypes: [Ingress], and add the required connections.',
      '\nSee https://kubernetes.io/docs/concepts/services-networking/network-policies/',
    ].join(' '),
    filePath,
    startLine: line,
    endLine: line,
    snippet,
    cweId: 'CWE-653',
    owasp: ['A05:2021', 'A02:2025', 'K07:2022'],
    confidence: 0.5,
    identity: [RULE, namespace],
    ...(suppression !== undefined && { suppression }),
    metadata: { references: ['https://kubernetes.io/docs/concepts/services-networking/network-policies/'] },
  }
}
