import { Failure, messageOf } from '@gatehouse/kernel'
import { lineStarts, positionOf } from '@gatehouse/sast/configuration'
import type { Rendered } from '../rendered.ts'
import type { LoadedChart } from './chart.ts'
import { type ActiveChart, activeCharts } from './context.ts'
import { functionNamed } from './functions/all.ts'
import { Execution, type TemplateWorld } from './template/execute.ts'
import { type ParsedTemplate, TemplateProblem } from './template/node.ts'
import { parseTemplate } from './template/parse.ts'
import { ExecutionProblem, type GoMap, printed, RenderBudget } from './template/value.ts'

/** Own limit: reported gaps per chart. */
const GAPS_MAX = 50

/** Renders a chart with its own values: one document for each template with output. */
export function renderChart({ chart, gaps }: LoadedChart): readonly Rendered[] {
  const chartGaps = new ChartGaps(gaps)
  const charts = activeCharts(chart, (file, detail) => chartGaps.add(file, detail))
  const texts = new Map(charts.flatMap((item) => [...item.chart.templates]))
  const world: TemplateWorld = {
    functions: functionNamed,
    templates: new Map(),
    budget: new RenderBudget(),
    told: (path, at, detail) => {
      const text = texts.get(path)
      const line = text === undefined ? '' : `Line ${positionOf(lineStarts(text), at).line}: `
      chartGaps.add(path === '' ? metaOf(chart.folder) : path, `${line}${detail}`)
    },
  }
  const parsed = charts.map((item) => ({ ...item, templates: parseAll(item, world, chartGaps) }))
  const rendered: Rendered[] = []
  try {
    for (const { chart: own, root, templates } of parsed) {
      if (own.meta.get('type') === 'library') continue
      for (const template of templates) {
        if (!/\.ya?ml$/.test(template.path)) continue
        const inner = withTemplate(root as GoMap, template.path, own.folder)
        const { text, pieces } = Execution.render(template, inner, world)
        if (text.trim() !== '') rendered.push({ path: template.path, language: 'yaml', text, pieces, gaps: [] })
      }
    }
  } catch (thrown) {
    const isLimit = (thrown instanceof Failure && thrown.code === 'limit_reached') || thrown instanceof ExecutionProblem
    if (!isLimit) throw thrown
    chartGaps.add(metaOf(chart.folder), `${messageOf(thrown)} The rest of the template was not rendered.`)
  }
  const all = chartGaps.all
  if (all.length === 0) return rendered
  return [...rendered, { path: all[0]!.file, language: 'yaml', text: '', pieces: [], gaps: all }]
}

/** Parses the templates of a chart and reports templates that cannot be parsed. */
function parseAll({ chart }: ActiveChart, { templates }: TemplateWorld, gaps: ChartGaps): readonly ParsedTemplate[] {
  const parsed: ParsedTemplate[] = []
  for (const [path, text] of chart.templates) {
    if (!/\.(?:ya?ml|tpl|txt|json)$/.test(path)) continue
    try {
      const template = parseTemplate(path, text)
      parsed.push(template)
      for (const [name, nodes] of template.defines) templates.set(name, { path, nodes })
      templates.set(nameOf(path, chart.folder, chart.name), { path, nodes: template.body })
    } catch (thrown) {
      if (!(thrown instanceof TemplateProblem)) throw thrown
      gaps.add(
        path,
        `Line ${positionOf(lineStarts(text), thrown.at).line}: ${thrown.message} The template was not rendered.`,
      )
    }
  }
  return parsed.filter(({ path }) => !(path.split('/').at(-1) ?? '').startsWith('_'))
}

/** Returns the name of a file as templates use it. */
function nameOf(path: string, folder: string, name: string): string {
  return `${name}${path.slice(folder.length === 0 ? 0 : folder.length + 1).replace(/^/, '/')}`
}

function withTemplate(root: GoMap, path: string, folder: string): GoMap {
  const inner = path.slice(folder === '' ? 0 : folder.length + 1)
  const chart = root.get('Chart')
  const name = chart instanceof Map ? printed(chart.get('Name') ?? null) : ''
  const about = new Map([
    ['Name', `${name}/${inner}`],
    ['BasePath', `${name}/templates`],
  ])
  return new Map([...root, ['Template', about]])
}

function metaOf(folder: string): string {
  return folder === '' ? 'Chart.yaml' : `${folder}/Chart.yaml`
}

/** Reported gaps, each once. */
class ChartGaps {
  readonly #all = new Map<string, { readonly file: string; readonly detail: string }>()

  constructor(first: LoadedChart['gaps']) {
    for (const { file, detail } of first) this.add(file, detail)
  }

  add(file: string, detail: string): void {
    if (this.#all.size < GAPS_MAX) this.#all.set(`${file} ${detail}`, { file, detail })
    else this.#all.set('more', { file, detail: 'The rest of this chart could not be rendered.' })
  }

  get all(): readonly { readonly file: string; readonly detail: string }[] {
    return [...this.#all.values()]
  }
}
