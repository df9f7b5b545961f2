import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { helmRenderer } from '../../src/helm/renderer.ts'
import type { SourceTree } from '@gatehouse/scan-engine'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'

const CHART = join(import.meta.dirname, '../../../../deploy/helm/gatehouse')

type Values = Readonly<Record<string, unknown>>

/** Values files of the chart, by name: the tested configurations. */
export const TRIED: Readonly<Record<string, Values>> = Object.fromEntries(
  readdirSync(join(CHART, 'ci')).map((name) => [
    name.replace('.yaml', ''),
    parse(readFileSync(join(CHART, 'ci', name), 'utf8')) as Values,
  ]),
)

/** The chart with other values, as a tree of files. */
export function chartWith(values: Values): SourceTree {
  const files: Record<string, string> = {}
  for (const name of ['Chart.yaml', ...readdirSync(join(CHART, 'templates')).map((item) => `templates/${item}`)]) {
    files[`chart/${name}`] = readFileSync(join(CHART, name), 'utf8')
  }
  const own = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as Values
  return treeOf({ ...files, 'chart/values.yaml': stringify(merged(own, values)) })
}

/** Merges values as Helm does: maps are merged, every other value is replaced. */
function merged(below: Values, above: Values): Values {
  const isMap = (value: unknown): value is Values =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const over = Object.entries(above).map(([key, value]) => {
    const own = below[key]
    return [key, isMap(own) && isMap(value) ? merged(own, value) : value] as const
  })
  return { ...below, ...Object.fromEntries(over) }
}

export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace: string; readonly annotations?: Values }
  readonly spec: Record<string, unknown>
}

export interface RenderedChart {
  readonly manifests: readonly Manifest[]
  /** Validation errors of the chart, or parts that could not be rendered. */
  readonly gaps: readonly string[]
}

/** Renders the chart with given values. */
export async function render(values: Values): Promise<RenderedChart> {
  const tree = chartWith(values)
  const manifests: Manifest[] = []
  const gaps: string[] = []
  for (const unit of helmRenderer.plan(tree)) {
    for (const item of await helmRenderer.render(unit, tree)) {
      gaps.push(...item.gaps.map(({ detail }) => detail))
      for (const document of parseAllDocuments(item.text)) {
        if (document.errors.length > 0) throw document.errors[0]!
        const manifest = document.toJS() as Manifest | null
        if (manifest !== null) manifests.push(manifest)
      }
    }
  }
  return { manifests, gaps }
}

interface Container {
  readonly args: readonly string[]
  readonly image: string
  readonly env: readonly { readonly name: string; readonly value?: string }[]
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
  readonly securityContext: Values
  readonly resources: { readonly requests: Values; readonly limits: Values }
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
  readonly startupProbe?: Probe
  readonly livenessProbe?: Probe
  readonly readinessProbe?: Probe
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}

interface Pod {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> }
  readonly spec: {
    readonly automountServiceAccountToken: boolean
    readonly serviceAccountName?: string
    readonly enableServiceLinks: boolean
    readonly securityContext: Values
    readonly containers: readonly [Container]
    readonly volumes: readonly Readonly<Record<string, unknown>>[]
  }
}

/** Returns the pods of manifests, each with the kind and name of its workload. */
export function podsOf({ manifests }: Pick<RenderedChart, 'manifests'>): readonly (Pod & { readonly of: string })[] {
  return manifests
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map(({ kind, metadata, spec }) => ({ ...(spec['template'] as Pod), of: `${kind} ${metadata.name}` }))
}
