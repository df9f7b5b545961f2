import * as fc from 'fast-check'
import { patient_ms } from '@gatehouse/testkit'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { kustomizeRenderer } from '../../src/kustomize/renderer.ts'
import type { Rendered } from '../../src/rendered.ts'
import { createK8sScanner } from '../../src/index.ts'
import { runScan } from '@gatehouse/scan-engine'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'

async function render(files: Readonly<Record<string, string>>): Promise<readonly Rendered[]> {
  const tree = treeOf(files)
  const all: Rendered[] = []
  for (const unit of kustomizeRenderer.plan(tree)) all.push(...(await kustomizeRenderer.render(unit, tree)))
  return all
}

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: { tier: front }
spec:
  replicas: 1
  template:
    spec:
      containers:
        - name: web
          image: registry.example/web:1
          env:
            - { name: A, value: "1" }
            - { name: B, value: "2" }
          args: [a, b]
        - name: side
          image: registry.example:5000/side:1
      volumes:
        - name: v
          emptyDir: {}
`

/** Returns the objects that a kustomization next to the deployment builds. */
async function objects(
  kustomization: string,
  more: Readonly<Record<string, string>> = {},
): Promise<readonly unknown[]> {
  const files = { 'kustomization.yaml': `resources: [web.yaml]\n${kustomization}`, 'web.yaml': DEPLOYMENT, ...more }
  const [rendered] = await render(files)
  return parseAllDocuments(rendered!.text).map((entry) => entry.toJS() as unknown)
}

function pod(containers: readonly unknown[]): object {
  return { spec: { template: { spec: { containers } } } }
}

describe('patches', () => {
  test('merge lists by the names of their entries', async () => {
    const [created] = await objects('patches: [{ path: p.yaml }]\n', {
      'p.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  template:
    spec:
      containers:
        - name: web
          env: [{ name: B, value: "3" }, { name: C, value: "4" }]
          args: [c]
        - name: side
          $patch: delete
      volumes: null
`,
    })
    expect(created).toMatchObject(
      pod([
        {
          name: 'web',
          image: 'registry.example/web:1',
          env: [
            { name: 'C', value: '4' },
            { name: 'A', value: '1' },
            { name: 'B', value: '3' },
          ],
          args: ['c'],
        },
      ]),
    )
    expect(created).not.toHaveProperty('spec.template.spec.volumes')
  })

  test('of JSON operations apply to their target paths', async () => {
    const [created] = await objects(`patches:
  - target: { kind: Deployment, name: w.b }
    patch: |-
      - { op: replace, path: /spec/replicas, value: 3 }
      - { op: add, path: /spec/template/spec/containers/0/args/-, value: c }
      - { op: remove, path: /spec/template/spec/containers/1 }
      - { op: add, path: /metadata/annotations/a~1b, value: x }
      - { op: copy, from: /spec/replicas, path: /spec/minReadySeconds }
`)
    expect(created).toMatchObject({
      metadata: { annotations: { 'a/b': 'x' } },
      spec: { replicas: 3, minReadySeconds: 3, template: { spec: { containers: [{ args: ['a', 'b', 'c'] }] } } },
    })
  })

  test('select targets by label', async () => {
    const patch = 'patch: |-\n      - { op: replace, path: /spec/replicas, value: 9 }\n'
    const [item] = await objects(`patches:\n  - target: { labelSelector: tier=front }\n    ${patch}`)
    expect(item).toMatchObject({ spec: { replicas: 9 } })
    const [other] = await objects(`patches:\n  - target: { labelSelector: tier=back }\n    ${patch}`)
    expect(other).toMatchObject({ spec: { replicas: 1 } })
  })

  test('without a target or with an invalid path are reported', async () => {
    const rendered = await render({
      'kustomization.yaml':
        'resources: [web.yaml]\npatches:\n  - patch: "{ kind: Service, metadata: { name: none } }"\n  - target: { name: web }\n    patch: "[{ op: remove, path: /no/way }]"\n',
      'web.yaml': DEPLOYMENT,
    })
    expect(rendered.at(-1)!.gaps.map(({ detail }) => detail)).toEqual([
      'A patch targets an object that does not exist: Service none.',
      'A patch operation refers to a path that does not exist in Deployment web.',
    ])
  })
})

test('names, namespaces, labels, images and replicas are changed', async () => {
  const [created] = await objects(`namePrefix: p-
nameSuffix: -s
namespace: ns
commonLabels: { app: shop }
commonAnnotations: { by: us }
images:
  - { name: registry.example/web, newName: other.example/web, newTag: "2" }
  - { name: "registry.example:5000/side", digest: sha256:abc }
replicas: [{ name: web, count: 5 }]
`)
  expect(created).toMatchObject({
    metadata: { name: 'p-web-s', namespace: 'ns', labels: { tier: 'front', app: 'shop' }, annotations: { by: 'us' } },
    spec: {
      replicas: 5,
      selector: { matchLabels: { app: 'shop' } },
      template: { metadata: { labels: { app: 'shop' } } },
    },
  })
  expect(created).toMatchObject(
    pod([{ image: 'other.example/web:2' }, { image: 'registry.example:5000/side@sha256:abc' }]),
  )
})

test('generators create objects from literals and files', async () => {
  const created = await objects(
    'configMapGenerator:\n  - { name: c, literals: [A=1, "B=x y"], files: [f.txt, n=f.txt], envs: [e.env] }\nsecretGenerator:\n  - { name: s, literals: [K=v] }\n',
    { 'f.txt': 'text', 'e.env': '# no\nE=2\n' },
  )
  expect(created.slice(1)).toEqual([
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'c' },
      data: { A: '1', B: 'x y', 'f.txt': 'text', n: 'text', E: '2' },
    },
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, type: 'Opaque', data: { K: 'dg==' } },
  ])
})

describe('overlays', () => {
  const FILES = {
    'base/kustomization.yaml': 'resources: [web.yaml]\n',
    'base/web.yaml': DEPLOYMENT,
    'part/kustomization.yaml':
      'kind: Component\npatches:\n  - target: { kind: Deployment }\n    patch: "[{ op: replace, path: /spec/replicas, value: 7 }]"\n',
    'prod/kustomization.yaml':
      'resources: [../base, https://example.org/more.yaml, ../gone]\ncomponents: [../part]\nhelmCharts: []\n',
    'prod/unused.yaml': 'a: 1\n',
  }

  test('apply to their bases and report missing files', async () => {
    const rendered = await render(FILES)
    expect(rendered.map(({ path }) => path)).toEqual([
      'prod/kustomization.yaml',
      'prod/unused.yaml',
      'prod/kustomization.yaml',
    ])
    expect(rendered[0]!.text).toContain('replicas: 7')
    expect(rendered.at(-1)!.gaps.map(({ detail }) => detail)).toEqual([
      'The field helmCharts is not supported.',
      'https://example.org/more.yaml is not in the source; its resources were not scanned.',
      '../gone is not in the source.',
    ])
  })

  test('that reference themselves terminate', async () => {
    const rendered = await render({
      'a/kustomization.yaml': 'resources: [../b]\n',
      'b/kustomization.yaml': 'resources: [../a]\n',
      'c/kustomization.yaml': 'resources: [../a]\n',
    })
    expect(rendered.at(-1)!.gaps.map(({ detail }) => detail)).toEqual(['It refers to itself.'])
  })

  test('lead nowhere outside of the tree', async () => {
    const rendered = await render({ 'a/kustomization.yaml': 'resources: [../../etc, /etc/passwd]\n' })
    expect(rendered.at(-1)!.gaps).toHaveLength(2)
  })
})

test('findings are reported in the base or patch that causes them', async () => {
  const tree = treeOf({
    'base/kustomization.yaml': 'resources: [web.yaml]\n',
    'base/web.yaml': DEPLOYMENT.replace('args: [a, b]', 'securityContext: { privileged: true }'),
    'prod/kustomization.yaml': 'resources: [../base]\npatches: [{ path: p.yaml }]\n',
    'prod/p.yaml':
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec:\n  template:\n    spec:\n      hostNetwork: true\n      containers: [{ name: web, securityContext: { privileged: false } }]\n',
  })
  const { observations } = await runScan({ tree, scanners: [createK8sScanner({ rules: { own: true, files: [] } })] })
  const seen = observations.map(({ ruleId, filePath, startLine }) => `${ruleId} ${filePath}:${startLine}`)
  expect(seen).toContain('k8s/k8s-host-network prod/p.yaml:7')
  expect(seen.filter((item) => item.startsWith('k8s/k8s-privileged'))).toEqual([])
})

test(
  'any kustomization terminates, and its pieces map to its text',
  async () => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom('web.yaml', '../base', 'web', 'Deployment', './', 'p.yaml'),
    )
    const keys = [
      'resources',
      'bases',
      'components',
      'patches',
      'patchesStrategicMerge',
      'patchesJson6902',
      'images',
      'replicas',
      'namePrefix',
      'namespace',
      'commonLabels',
      'labels',
      'configMapGenerator',
      'secretGenerator',
      'kind',
    ]
    const kustomization = fc.dictionary(fc.constantFrom(...keys), fc.oneof(value, fc.array(value, { maxLength: 3 })))
    await fc.assert(
      fc.asyncProperty(kustomization, value, async (input, patch) => {
        const files = {
          'kustomization.yaml': JSON.stringify(input),
          'web.yaml': DEPLOYMENT,
          'p.yaml': JSON.stringify(patch),
        }
        for (const item of await render(files)) {
          let at = 0
          for (const { start, end, file, from, to } of item.pieces) {
            expect(start).toBeGreaterThanOrEqual(at)
            expect(from).toBeLessThanOrEqual(to)
            expect(to).toBeLessThanOrEqual(files[file as keyof typeof files].length)
            at = end
          }
          expect(at).toBeLessThanOrEqual(item.text.length)
          expect(parseAllDocuments(item.text, { uniqueKeys: false }).flatMap((document) => document.errors)).toEqual([])
        }
      }),
      { numRuns: 400 },
    )
  },
  patient_ms(60_000),
)
