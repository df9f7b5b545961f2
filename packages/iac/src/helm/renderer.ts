import type { SourceTree, TreeFile } from '@gatehouse/scan-engine'
import type { Renderer } from '../renderer.ts'
import { loadChart } from './chart.ts'
import { renderChart } from './render.ts'

/** Folders that are no part of the project. */
const FOREIGN = /(?:^|\/)(?:node_modules|\.git)\//

/** Helm charts, each with its subcharts, rendered with their default values. */
export const helmRenderer: Renderer = {
  name: 'helm',
  plan: (tree) =>
    chartFolders(tree).map((folder) => {
      const files = below(folder, tree)
      const templates = files.filter(({ path }) => /(?:^|\/)templates\//.test(path))
      return { id: folder === '' ? '.' : folder, files, replaces: new Set(templates.map(({ path }) => path)) }
    }),
  render: async ({ id, files }, tree) => renderChart(await loadChart(id === '.' ? '' : id, files, tree.read)),
}

/** Returns the folders of top-level charts. */
function chartFolders({ files }: Pick<SourceTree, 'files'>): readonly string[] {
  const folders = files
    .filter(({ path }) => /(?:^|\/)Chart\.yaml$/.test(path) && !FOREIGN.test(path))
    .map(({ path }) => path.slice(0, -'Chart.yaml'.length).replace(/\/$/, ''))
  const known = new Set(folders)
  return folders.filter((folder) => !isWithin(folder, known))
}

function isWithin(folder: string, known: ReadonlySet<string>): boolean {
  const found = /^(?:(.{0,4000})\/)?charts\/[^/]{1,200}$/.exec(folder)
  if (found === null) return false
  return known.has(found[1] ?? '')
}

function below(folder: string, { files }: Pick<SourceTree, 'files'>): readonly TreeFile[] {
  return folder === ''
    ? files.filter(({ path }) => !FOREIGN.test(path))
    : files.filter(({ path }) => path.startsWith(`${folder}/`))
}
