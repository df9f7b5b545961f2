// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to name
import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import { useTheme } from '../app/theme.ts'
import { timeRange } from './time-range.ts'
import { common } from '../messages/common.ts'
import { messages } from '../messages/ui.ts'

export interface Series {
  readonly name: string
  readonly values: readonly (number | null)[]
  /** A variable of the theme, e.g. `--bad`. */
  readonly colour: string
}

interface Props {
  readonly label: string
  /** Moments, in the order of the values. */
  readonly at: readonly (string | number)[]
  readonly series: readonly Series[]
  readonly height?: number
  /** Whether the accessible table shows dates or times. */
  readonly by?: 'day' | 'time'
}

/** Line chart over time, with the data as an accessible table. */
export function Chart({ label, at, series, height = 180, by = 'day' }: Props) {
  const [asTable, setAsTable] = useState(false)
  return (
    <figure aria-label={label}>
      <div className="mb-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
        {series.map(({ name, colour }) => (
          <span key={name} className="inline-flex items-center gap-1.5">
            <span className="h-0.5 w-3 rounded-full" style={{ background: `var(${colour})` }} aria-hidden />
            {name}
          </span>
        ))}
        <button
          type="button"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
          className="ml-auto min-h-6 underline underline-offset-2"
        >
          {asTable ? messages.chart.showAsChart : messages.chart.showAsTable}
        </button>
      </div>
      {asTable ? (
        <Numbers at={at} series={series} label={label} by={by} />
      ) : (
        <Lines at={at} series={series} height={height} />
      )}
    </figure>
  )
}

function Lines({ at, series, height }: Required<Omit<Props, 'label' | 'by'>>) {
  const place = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const colourOf = colourReader(element)
    const days = ofDays(at)
    const axis = {
      stroke: () => colourOf('--muted'),
      grid: { stroke: () => colourOf('--line'), width: 1 },
      ticks: { show: false },
      font: '11px system-ui',
    }
    const plot = new uPlot(
      {
        width: Math.max(200, element.clientWidth),
        height,
        legend: { show: false },
        cursor: { y: false },
        ...(days === undefined
          ? {}
          : { tzDate: (moment: number) => uPlot.tzDate(new Date(moment * 1_000), 'Etc/UTC') }),
        axes: [
          days === undefined
            ? axis
            : { ...axis, space: 64, values: (_plot, marks) => marks.map((mark) => days.format(mark * 1_000)) },
          { ...axis, size: 36, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000, 10_000] },
        ],
        scales: {
          x: { range: ({ data: [moments] }, min, max) => timeRange(moments, min, max) },
          y: { range: (_plot, _min, max) => [0, Math.max(4, max * 1.1)] },
        },
        series: [
          {},
          ...series.map(({ name, colour }) => ({
            label: name,
            stroke: colourOf(colour),
            width: 1.75,
            points: { show: false },
          })),
        ],
      },
      [at.map((moment) => new Date(moment).getTime() / 1_000), ...series.map(({ values }) => [...values])],
      element,
    )
    const observer = new ResizeObserver(() => plot.setSize({ width: Math.max(200, element.clientWidth), height }))
    observer.observe(element)
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    const redraw = (): void => {
      plot.series.forEach((line, index) => {
        const colour = series[index - 1]?.colour
        if (colour !== undefined) line.stroke = () => colourOf(colour)
      })
      plot.redraw()
    }
    scheme.addEventListener('change', redraw)
    return () => {
      scheme.removeEventListener('change', redraw)
      observer.disconnect()
      plot.destroy()
    }
  }, [at, series, height, theme])
  return <div ref={place} aria-hidden className="w-full overflow-hidden" style={{ height }} />
}

/** Formats entire days in UTC, like the services, independent of the user's time zone. */
function ofDays(at: Props['at']): Intl.DateTimeFormat | undefined {
  const [first] = at
  const isDay = typeof first === 'string' && /^\d{4}-\d\d-\d\d$/.test(first)
  return isDay ? new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' }) : undefined
}

/** Resolves CSS variables by an element, because a canvas cannot. */
function colourReader(element: HTMLElement): (name: string) => string {
  return (name) => {
    const probe = document.createElement('span')
    probe.style.color = `var(${name})`
    element.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
}

function Numbers({ at, series, label, by }: Required<Omit<Props, 'height'>>) {
  const format =
    ofDays(at) ?? new Intl.DateTimeFormat(undefined, by === 'day' ? { dateStyle: 'medium' } : { timeStyle: 'medium' })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div tabIndex={0} role="region" aria-label={label} className="max-h-64 overflow-auto">
      <table className="w-full text-xs tabular-nums">
        <thead className="text-left text-muted">
          <tr>
            <th className="py-1 font-medium">{by === 'day' ? messages.chart.day : common.time}</th>
            {series.map(({ name }) => (
              <th key={name} className="py-1 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {at.map((moment, index) => (
            <tr key={String(moment)} className="border-t border-line">
              <td className="py-1">{format.format(new Date(moment))}</td>
              {series.map(({ name, values }) => (
                <td key={name} className="py-1 text-right">
                  {values[index] ?? '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
