import { describe, expect, test } from 'vitest'

import { createMetrics, registerCounter } from '../src/index.ts'

async function linesOf(metrics: ReturnType<typeof createMetrics>, name: string): Promise<string[]> {
  return (await metrics.render()).split('\n').filter((line) => line.startsWith(name))
}

describe('the meter of a route', () => {
  test('adds durations to cumulative buckets', async () => {
    const metrics = createMetrics('test')
    const meter = metrics.meter('check', 'POST', 200)
    for (const duration_ms of [0.1, 0.5, 0.6, 700, 60_000]) meter.count(200, duration_ms)
    meter.count(422, 1)
    const lines = await linesOf(metrics, 'gatehouse_http_request_duration_seconds')
    const value = (part: string) =>
      Number(
        lines
          .find((line) => line.includes(part))
          ?.split(' ')
          .at(-1),
      )
    expect(
      ['le="0.0005"', 'le="0.001"', 'le="0.5"', 'le="1"', 'le="10"', 'le="+Inf"', '_count', '_sum'].map(value),
    ).toEqual([2, 4, 4, 5, 5, 6, 6, 60.7022])
  })

  test('of two servers are two', async () => {
    const [one, two] = [createMetrics('one'), createMetrics('two')]
    one.meter('check', 'POST', 200).count(200, 1)
    expect(await linesOf(one, 'gatehouse_http_requests_total')).toHaveLength(1)
    expect(await linesOf(two, 'gatehouse_http_requests_total')).toHaveLength(0)
  })
})

test('counters of a service are read on demand', async () => {
  const metrics = createMetrics('test')
  const counts = new Map([['pii', 1]])
  registerCounter(metrics, {
    name: 'gatehouse_results_total',
    help: 'Results.',
    labels: ['guard'],
    read: () => [...counts].map(([guard, value]) => ({ labels: [guard], value })),
  })
  counts.set('pii', 3)
  const expected = ['gatehouse_results_total{guard="pii",service="test"} 3']
  expect(await linesOf(metrics, 'gatehouse_results_total')).toEqual(expected)
  expect(await linesOf(metrics, 'gatehouse_results_total')).toEqual(expected)
})
