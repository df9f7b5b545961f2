import { describe, expect, test } from 'vitest'
import { createIacScanner, createK8sScanner } from '../../src/index.ts'
import { openFolder, runScan } from '@gatehouse/scan-engine'
import { join } from 'node:path'
import { chartWith, type Manifest, podsOf, render, type RenderedChart, TRIED } from './chart.ts'

const PORTS = { guard: 4000, appsec: 4100, redteam: 4200, console: 4300 } as const
const OWN = { rules: { own: true, files: [] } }
const DEPLOY = join(import.meta.dirname, '../../../../deploy')
/** Requirements of the Restricted level of the Pod Security Standards for every container. */
const RESTRICTED = {
  allowPrivilegeEscalation: false,
  runAsNonRoot: true,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
}

function named({ manifests }: RenderedChart, kind: string): readonly Manifest[] {
  return manifests.filter((manifest) => manifest.kind === kind)
}

const names = (all: readonly Manifest[]): readonly string[] => all.map(({ metadata }) => metadata.name)

describe.each([['as it comes', {}], ...Object.entries(TRIED)])('the chart %s', (_title, values) => {
  test('renders completely and without scanner findings', async () => {
    expect((await render(values)).gaps).toEqual([])
    const scan = await runScan({ tree: chartWith(values), scanners: [createK8sScanner(OWN), createIacScanner(OWN)] })
    expect(scan.observations.map(({ ruleId, filePath, startLine }) => `${ruleId} ${filePath}:${startLine}`)).toEqual([])
    expect(scan.gaps).toEqual([])
  })

  test('creates pods that meet the Restricted level and write only to their volumes', async () => {
    const pods = podsOf(await render(values))
    expect(pods.length).toBeGreaterThan(0)
    for (const { of, spec } of pods) {
      const [container, ...more] = spec.containers
      expect(more).toEqual([])
      expect({ of, ...container.securityContext }).toMatchObject({ of, ...RESTRICTED, readOnlyRootFilesystem: true })
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
      expect([spec.automountServiceAccountToken, spec.enableServiceLinks]).toEqual([false, false])
      const kinds = spec.volumes.flatMap((volume) => Object.keys(volume).filter((key) => key !== 'name'))
      expect(['emptyDir', 'secret', 'persistentVolumeClaim', 'configMap']).toEqual(expect.arrayContaining(kinds))
      const mounted = new Set(spec.volumes.map(({ name }) => name))
      for (const { name } of container.volumeMounts) expect(mounted).toContain(name)
      expect(Object.keys(container.resources.limits)).toEqual(['cpu', 'memory'])
    }
  })

  test('keeps secrets out of the environment and has no duplicate keys', async () => {
    for (const { spec } of podsOf(await render(values))) {
      const { env } = spec.containers[0]
      const set = env.map(({ name }) => name)
      expect(new Set(set).size).toBe(set.length)
      const written = env.filter(({ value }) => value !== undefined).map(({ name }) => name)
      expect(written.filter((name) => /KEY|SECRET|PASSWORD|DATABASE_URL|CACHE_URL/.test(name))).toEqual([])
    }
  })

  test('asks the real health endpoints on ports that the container has', async () => {
    for (const { of, spec } of podsOf(await render(values)).filter((pod) => pod.of.startsWith('Deployment'))) {
      const { ports = [], startupProbe, livenessProbe, readinessProbe } = spec.containers[0]
      const open = ports.map(({ name }) => name)
      for (const { name, containerPort } of ports) expect([name, containerPort]).toEqual([name, PORTS[name as 'guard']])
      expect([of, startupProbe?.httpGet.path, livenessProbe?.httpGet.path]).toEqual([of, '/health', '/health'])
      expect(readinessProbe?.httpGet.path).toBe('/ready')
      for (const probe of [startupProbe, livenessProbe, readinessProbe]) expect(open).toContain(probe?.httpGet.port)
    }
  })

  test('selects pods that there are, by ports that they have', async () => {
    const chart = await render(values)
    const pods = podsOf(chart)
    for (const { metadata, spec } of named(chart, 'Service')) {
      const selected = pods.filter(({ metadata: { labels } }) => holds(labels, spec['selector'] as Labels))
      expect([metadata.name, selected.length]).toEqual([metadata.name, 1])
      const [{ targetPort, port }] = spec['ports'] as [{ targetPort: string; port: number }]
      expect(selected[0]!.spec.containers[0].ports).toContainEqual({ name: targetPort, containerPort: port })
    }
    for (const { spec } of [...named(chart, 'PodDisruptionBudget'), ...named(chart, 'Deployment')]) {
      const { matchLabels } = spec['selector'] as { readonly matchLabels: Labels }
      expect(pods.filter(({ metadata: { labels } }) => holds(labels, matchLabels))).toHaveLength(1)
    }
    for (const { spec } of named(chart, 'NetworkPolicy')) {
      const { matchLabels } = spec['podSelector'] as { readonly matchLabels: Labels }
      expect(pods.every(({ metadata: { labels } }) => holds(labels, matchLabels))).toBe(true)
    }
    for (const { spec } of named(chart, 'HorizontalPodAutoscaler')) {
      const { name } = spec['scaleTargetRef'] as { readonly name: string }
      const target = named(chart, 'Deployment').find(({ metadata }) => metadata.name === name)
      // Else every upgrade would set the number back.
      expect(target?.spec).not.toHaveProperty('replicas')
    }
  })
})

type Labels = Readonly<Record<string, string>>
const holds = (labels: Labels, wanted: Labels): boolean =>
  Object.entries(wanted).every(([key, value]) => labels[key] === value)

describe('chart values', () => {
  test('separate services run in their own pods and pass their addresses to the console', async () => {
    const chart = await render({})
    const deployments = ['guard', 'appsec', 'redteam', 'console'].map((name) => `release-name-gatehouse-${name}`)
    expect(names(named(chart, 'Deployment')).toSorted()).toEqual(deployments.toSorted())
    const console = podsOf(chart).find(({ of }) => of.endsWith('-console'))!.spec.containers[0]
    expect(console.args).toEqual(['console'])
    expect(console.env).toContainEqual({
      name: 'CONSOLE_APPSEC_URL',
      value: 'http://release-name-gatehouse-appsec:4100',
    })
  })

  test('combined services run in one pod with every port', async () => {
    const chart = await render(TRIED['together']!)
    expect(names(named(chart, 'Deployment'))).toEqual(['release-name-gatehouse-all'])
    const [{ spec }] = podsOf(chart) as [ReturnType<typeof podsOf>[number]]
    expect(spec.containers[0].args).toEqual(['up'])
    expect(spec.containers[0].ports).toHaveLength(4)
    expect(named(chart, 'Service')).toHaveLength(4)
  })

  test('a single service excludes resources of the others', async () => {
    const chart = await render(TRIED['guard-alone']!)
    expect([names(named(chart, 'Deployment')), names(named(chart, 'Service'))]).toEqual([
      ['release-name-gatehouse-guard'],
      ['release-name-gatehouse-guard'],
    ])
    expect([named(chart, 'PersistentVolumeClaim'), named(chart, 'Job')]).toEqual([[], []])
    expect(podsOf(chart)[0]!.spec.containers[0].image).toMatch(/^registry\.example\/gatehouse@sha256:[0-9a-f]{64}$/)
  })

  test('migrations run before pods change, under no account of the release', async () => {
    const chart = await render({})
    const [job] = named(chart, 'Job')
    expect(job?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' })
    const pod = podsOf(chart).find(({ of }) => of.startsWith('Job'))!
    expect(pod.spec.containers[0].args).toEqual(['db', 'migrate'])
    expect(pod.spec.serviceAccountName).toBeUndefined()
  })

  test('the file of settings is for the group of the pod alone', async () => {
    for (const { spec } of podsOf(await render({ existingSecret: 'mine' }))) {
      expect(spec.volumes).toContainEqual({
        name: 'settings',
        secret: { secretName: 'mine', defaultMode: 0o440, items: [{ key: 'gatehouse.yaml', path: 'gatehouse.yaml' }] },
      })
    }
  })

  test.each([
    ['more pods of appsec on a volume that one node has', { services: { appsec: { replicas: 2 } } }, /ReadWriteMany/],
    [
      'more pods of appsec without a volume',
      { services: { appsec: { autoscaling: { enabled: true } } }, persistence: { enabled: false } },
      /volume that all of them write/,
    ],
    ['an ingress without TLS', { ingress: { enabled: true, hosts: { guard: 'a.example' } } }, /tlsSecret/],
    [
      'a host for a service that does not run',
      {
        ingress: { enabled: true, tlsSecret: 't', hosts: { redteam: 'a.example' } },
        services: { redteam: { enabled: false } },
      },
      /not enabled/,
    ],
  ])('refuses %s', async (_title, values, reason) => {
    expect((await render(values)).gaps.join('\n')).toMatch(reason)
  })
})

test('the scanners report only findings in deploy that have a suppression with a reason', async () => {
  const scan = await runScan({
    tree: await openFolder(DEPLOY),
    scanners: [createK8sScanner(OWN), createIacScanner(OWN)],
  })
  expect(scan.observations.map(({ ruleId, filePath, startLine }) => `${ruleId} ${filePath}:${startLine}`)).toEqual([])
  expect(scan.gaps).toEqual([])
})
