import { expect, test } from 'vitest'
import { createK8sScanner } from '../src/index.ts'
import { runScan } from '@gatehouse/scan-engine'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'

const object = (kind: string, metadata: string): string => `apiVersion: v1\n${metadata}kind: ${kind}\nspec: {}\n`
const inShop = 'metadata:\n  name: a\n  labels: { namespace-of: x }\n  namespace: shop\n'
const inNone = 'metadata: { name: a }\n'

async function open(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const scanners = [createK8sScanner({ rules: { own: true, files: [] } })]
  const { observations } = await runScan({ tree: treeOf(files), scanners })
  return observations
    .filter(({ ruleId }) => ruleId === 'k8s/k8s-no-network-policy')
    .map(({ filePath, startLine, identity }) => `${identity[1]} ${filePath}:${startLine}`)
}

test('a namespace with workloads and no network policy is reported once, at the first workload', async () => {
  const files = {
    'a.yaml': `${object('Service', inShop)}---\n${object('Deployment', inShop)}`,
    'b.yaml': object('Job', inShop),
    'c.yaml': object('Pod', 'metadata: { name: a, namespace: bank }\n'),
  }
  expect(await open(files)).toEqual(['shop a.yaml:14', 'bank c.yaml:3'])
  expect(await open({ ...files, 'p.yaml': object('NetworkPolicy', inShop) })).toEqual(['bank c.yaml:3'])
})

test.each([
  ['a policy for whichever namespace', object('NetworkPolicy', inNone)],
  ['one for the whole cluster', object('CiliumClusterwideNetworkPolicy', inNone)],
])('%s is enough', async (_what, policy) => {
  expect(await open({ 'a.yaml': object('Pod', inShop) })).toHaveLength(1)
  expect(await open({ 'a.yaml': object('Pod', inShop), 'p.yaml': policy })).toEqual([])
})

test('a comment suppresses the finding, and workloads of a chart are reported in its template', async () => {
  const line = '# gatehouse:allow k8s/k8s-no-network-policy a cluster of one\n'
  expect(await open({ 'a.yaml': object('Pod', inShop + line) })).toEqual([])
  const chart = {
    'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
    'c/templates/pod.yaml': '{{- $n := "shop" }}\napiVersion: v1\nkind: Pod\nmetadata:\n  namespace: {{ $n }}\n',
  }
  expect(await open(chart)).toEqual(['shop c/templates/pod.yaml:3'])
})
