import type { Chart } from './chart.ts'
import { copied, mergeInto } from './functions/collections.ts'
import { type GoMap, type GoValue, isTrue, Methods, printed } from './template/value.ts'

/** The version of Kubernetes that charts are rendered for. */
const KUBERNETES = { version: 'v1.34.0', major: '1', minor: '34' }

/** Versions of APIs that every cluster has. */
const APIS =
  /^(?:v1|apps\/v1|batch\/v1|policy\/v1|autoscaling\/v[12]|(?:networking|rbac\.authorization|storage|apiextensions|admissionregistration|coordination|discovery|scheduling|certificates|apiregistration|events|node|authentication|authorization)\.k8s\.io\/v1)(?:\/\w{1,100})?$/

/** An enabled chart with its values. */
export interface ActiveChart {
  readonly chart: Chart
  readonly root: GoValue
}

/**
 * Returns the charts that are rendered together. Values of the parent chart override the chart's own values.
 * @param report is called with each part that is left out
 */
export function activeCharts(chart: Chart, report: (file: string, detail: string) => void): readonly ActiveChart[] {
  const values = copied(chart.values, 0)
  return expand(chart, values instanceof Map ? values : new Map(), report)
}

function expand(chart: Chart, values: GoMap, report: (file: string, detail: string) => void): readonly ActiveChart[] {
  const active: ActiveChart[] = []
  const subcharts: GoMap = new Map()
  const known = new Set<string>()
  for (const dependency of dependenciesOf(chart)) {
    const name = printed(dependency.get('name') ?? null)
    const alias = printed(dependency.get('alias') ?? null)
    const child = chart.children.find((item) => item.name === name || item.folder.endsWith(`/charts/${name}`))
    if (child === undefined) {
      report(
        metaPath(chart),
        `The chart depends on ${name}, which is not in the source; its resources were not scanned.`,
      )
      continue
    }
    known.add(child.folder)
    if (!isWanted(dependency, values)) continue
    active.push(...expandChild(child, alias === '' ? name : alias, values, subcharts, report))
  }
  for (const child of chart.children) {
    if (!known.has(child.folder)) active.push(...expandChild(child, child.name, values, subcharts, report))
  }
  return [...active, { chart, root: rootOf(chart, values, subcharts) }]
}

function expandChild(
  child: Chart,
  name: string,
  values: GoMap,
  subcharts: GoMap,
  report: (file: string, detail: string) => void,
): readonly ActiveChart[] {
  const own = copied(child.values, 0)
  const goMap: GoMap = own instanceof Map ? own : new Map()
  const above = values.get(name)
  if (above instanceof Map) mergeInto(goMap, above, true, 0)
  const global = values.get('global')
  if (global instanceof Map) mergeInto(goMap, new Map([['global', global]]), true, 0)
  // A parent chart sees the values of its subcharts.
  values.set(name, goMap)
  const found = expand(child, goMap, report)
  subcharts.set(name, found.at(-1)!.root)
  return found
}

function dependenciesOf(chart: Chart): readonly GoMap[] {
  const listed = chart.meta.get('dependencies')
  return Array.isArray(listed) ? listed.filter((item) => item instanceof Map) : []
}

/** Whether a dependency is enabled: by its condition if that has a value, otherwise by its tags. */
function isWanted(dependency: GoMap, values: GoMap): boolean {
  for (const path of printed(dependency.get('condition') ?? '').split(',')) {
    const value = path
      .trim()
      .split('.')
      .reduce<GoValue>((goValue, key) => (goValue instanceof Map ? (goValue.get(key) ?? null) : null), values)
    if (typeof value === 'boolean') return value
  }
  const tags = dependency.get('tags')
  const set = values.get('tags')
  if (!Array.isArray(tags) || !(set instanceof Map)) return true
  const goValues = tags.map((tag) => set.get(printed(tag))).filter((item) => item !== undefined)
  return goValues.length === 0 || goValues.some(isTrue)
}

function metaPath({ folder }: Chart): string {
  return folder === '' ? 'Chart.yaml' : `${folder}/Chart.yaml`
}

/** Returns the root object `.` for templates of a chart. */
function rootOf(chart: Chart, values: GoMap, subcharts: GoMap): GoValue {
  const meta = new Map([...chart.meta].map(([key, value]) => [key.charAt(0).toUpperCase() + key.slice(1), value]))
  return new Map<string, GoValue>([
    ['Values', values],
    ['Chart', meta],
    ['Subcharts', subcharts],
    [
      'Release',
      new Map<string, GoValue>([
        ['Name', 'release-name'],
        // The namespace is chosen at install time. The chart does not show whether a user sets it.
        ['Namespace', 'release-namespace'],
        ['Service', 'Helm'],
        ['IsInstall', true],
        ['IsUpgrade', false],
        ['Revision', 1],
      ]),
    ],
    ['Capabilities', capabilities()],
    ['Files', filesOf(chart)],
  ])
}

function capabilities(): GoValue {
  const { version, major, minor } = KUBERNETES
  return new Methods(
    {},
    {
      KubeVersion: new Map<string, GoValue>([
        ['Version', version],
        ['GitVersion', version],
        ['Major', major],
        ['Minor', minor],
      ]),
      APIVersions: new Methods({ Has: (args) => APIS.test(printed(args[0] ?? null)) }),
      HelmVersion: new Map<string, GoValue>([['Version', 'v3.19.0']]),
    },
  )
}

function filesOf({ files }: Chart): GoValue {
  const text = (args: readonly GoValue[]): string => files.get(printed(args[0] ?? null)) ?? ''
  const matching = (pattern: string): readonly (readonly [string, string])[] =>
    [...files].filter(([path]) => isMatch(pattern, path))
  const group = (found: readonly (readonly [string, string])[]): Methods =>
    new Methods({
      Get: text,
      GetBytes: text,
      Lines: (args) => text(args).split('\n'),
      Glob: (args) => group(matching(printed(args[0] ?? null))),
      AsConfig: () => found.map(([path, inner]) => `${base(path)}: ${JSON.stringify(inner)}`).join('\n'),
      AsSecrets: () =>
        found.map(([path, inner]) => `${base(path)}: ${Buffer.from(inner).toString('base64')}`).join('\n'),
    })
  return group([...files])
}

function base(path: string): string {
  return path.split('/').at(-1) ?? path
}

/** `*` within a folder, `**` across folders, `?`. */
function isMatch(pattern: string, path: string): boolean {
  if (pattern.length > 200 || pattern.split('*').length > 8) return false
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**', '\uE000')
    .replaceAll('*', '[^/]{0,200}')
    .replaceAll('\uE000', '.{0,400}')
    .replaceAll('?', '[^/]')
  return path.length <= 400 && new RegExp(`^${source}$`).test(path)
}
