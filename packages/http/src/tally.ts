import { Counter, type Registry } from 'prom-client'

/** Ours: label combinations of one tally. Labels come from lists of our own (guards, actions), never from a request. */
const CELLS_MAX = 10_000

/** One series of a tally. Add to `count`; the registry reads it when somebody asks for the metrics. */
export interface Cell {
  count: number
}

/** A counter for hot paths: an addition on a number, where prom-client's `inc` looks its labels up for a microsecond. */
export interface Tally<Label extends string> {
  /** The cell of these label values, made on first use. Keep it where the same labels come again. */
  cell(labels: Readonly<Record<Label, string>>): Cell
}

export function createTally<Label extends string>(
  registry: Registry,
  { name, help, labels }: { name: string; help: string; labels: readonly Label[] },
): Tally<Label> {
  const cells = new Map<string, Cell & { readonly labels: Readonly<Record<Label, string>> }>()
  registry.registerMetric(
    new Counter<Label>({
      name,
      help,
      labelNames: [...labels],
      registers: [],
      collect() {
        this.reset()
        for (const cell of cells.values()) this.inc({ ...cell.labels }, cell.count)
      },
    }),
  )
  return {
    cell(values) {
      const key = labels.map((label) => values[label]).join('\u0000')
      let cell = cells.get(key)
      if (cell === undefined) {
        if (cells.size >= CELLS_MAX) throw new RangeError(`${name} has more than ${CELLS_MAX} series`)
        cell = { count: 0, labels: { ...values } }
        cells.set(key, cell)
      }
      return cell
    },
  }
}
