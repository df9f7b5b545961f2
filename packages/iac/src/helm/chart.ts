import type { SourceTree, TreeFile } from '@gatehouse/scan-engine'
import { valueOfYaml } from './functions/encoding.ts'
import { ExecutionProblem, type GoMap, type GoValue, printed } from './template/value.ts'

/** Own limits: files per chart, and bytes per file. */
const FILES_MAX = 2_000
const FILE_BYTES_MAX = 1024 * 1024

/** Own limit: total bytes of files that are not templates. */
const OTHER_BYTES_MAX = 16 * 1024 * 1024

/** A chart as it lies in the tree. */
export interface Chart {
  /** Its folder; empty for the root of the tree. */
  readonly folder: string
  readonly name: string
  /** Content of `Chart.yaml`. */
  readonly meta: GoMap
  readonly values: GoMap
  /** Templates by their paths from the root of the tree. */
  readonly templates: ReadonlyMap<string, string>
  /** Other files, by their paths from the folder of the chart. */
  readonly files: ReadonlyMap<string, string>
  readonly children: readonly Chart[]
}

export interface LoadedChart {
  readonly chart: Chart
  readonly gaps: readonly { readonly file: string; readonly detail: string }[]
}

type Read = SourceTree['read']

/** Reads a chart and the charts in it. @param files all files below its folder */
export async function loadChart(folder: string, files: readonly TreeFile[], read: Read): Promise<LoadedChart> {
  const gaps: { file: string; detail: string }[] = []
  const texts = new Map<string, string>()
  // Templates are read regardless of the other files.
  const [own, others] = [files.filter(({ path }) => isOwn(path)), files.filter(({ path }) => !isOwn(path))]
  let bytes = 0
  for (const [at, { path, size_bytes }] of [...own, ...others].entries()) {
    const isOther = at >= own.length
    bytes += isOther ? size_bytes : 0
    if (at >= FILES_MAX || bytes > OTHER_BYTES_MAX) {
      gaps.push({
        file: path,
        detail: 'The chart folder exceeds the size limit, so this file and others were not read.',
      })
      break
    }
    if (size_bytes > FILE_BYTES_MAX) {
      if (!isOther) gaps.push({ file: path, detail: 'The file is too large to be rendered.' })
      continue
    }
    const content = await read(path, FILE_BYTES_MAX)
    if (!content.includes(0)) texts.set(path, new TextDecoder().decode(content))
    else if (/\/charts\/[^/]+\.tgz$/.test(`/${path}`)) {
      gaps.push({ file: path, detail: 'Packaged charts are not rendered.' })
    }
  }
  return { chart: build(folder, texts, gaps), gaps }
}

/** Whether a file is a part of the chart itself; other files are read only by templates. */
function isOwn(path: string): boolean {
  return isTemplate(path) || /(?:^|\/)(?:Chart|values)\.yaml$/.test(path)
}

function isTemplate(path: string): boolean {
  return /(?:^|\/)templates\//.test(path)
}

function build(folder: string, texts: ReadonlyMap<string, string>, gaps: { file: string; detail: string }[]): Chart {
  const prefix = folder === '' ? '' : `${folder}/`
  const templates = new Map<string, string>()
  const files = new Map<string, string>()
  const children = new Set<string>()
  for (const [path, text] of texts) {
    if (!path.startsWith(prefix)) continue
    const inner = path.slice(prefix.length)
    const child = /^charts\/([^/]+)\/Chart\.yaml$/.exec(inner)?.[1]
    if (child !== undefined) children.add(child)
    if (inner.startsWith('charts/')) continue
    if (inner.startsWith('templates/')) templates.set(path, text)
    else files.set(inner, text)
  }
  const meta = yamlMap(`${prefix}Chart.yaml`, texts, gaps)
  return {
    folder,
    name: printed(meta.get('name') ?? folder.split('/').at(-1) ?? 'chart'),
    meta,
    values: yamlMap(`${prefix}values.yaml`, texts, gaps),
    templates,
    files,
    children: [...children].toSorted().map((name) => build(`${prefix}charts/${name}`, texts, gaps)),
  }
}

function yamlMap(path: string, texts: ReadonlyMap<string, string>, gaps: { file: string; detail: string }[]): GoMap {
  try {
    const value: GoValue | undefined = valueOfYaml(texts.get(path) ?? '')
    if (value instanceof Map) return value
  } catch (thrown) {
    if (!(thrown instanceof ExecutionProblem)) throw thrown
    gaps.push({ file: path, detail: 'The values file is not valid YAML.' })
  }
  return new Map()
}
