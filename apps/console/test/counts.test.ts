import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { countText, type Scan } from '../src/pages/appsec/parts/kinds.ts'
import { ScanStatus } from '../src/pages/appsec/parts/scan-columns.tsx'
import { allProjects, projectsText } from '../src/pages/overview/projects.ts'
import { isWellJudged, judgedText, scoreColour, scoreText } from '../src/pages/redteam/parts/judged.ts'
import { RunScore } from '../src/pages/redteam/parts/score.tsx'

const scan = (facts: Partial<Scan>) => ({ status: 'COMPLETED', gateResult: 'PASSED', ...facts }) as Scan

describe('the list of scans', () => {
  test.each([
    ['COMPLETED', 'FAILED', 'Gate failed', 'text-bad'],
    ['COMPLETED', 'PASSED', 'Gate passed', 'text-ok'],
    ['COMPLETED', 'PENDING', 'Completed', 'text-ok'],
    ['FAILED', 'FAILED', 'Failed', 'text-bad'],
    ['RUNNING', 'PENDING', 'Running', 'text-accent-ink'],
  ] as const)('shows a scan that is %s with a gate that is %s as “%s”', (status, gateResult, text, colour) => {
    const markup = renderToStaticMarkup(createElement(ScanStatus, { of: { status, gateResult } }))
    expect(markup).toContain(text)
    expect(markup).toContain(colour)
    expect(markup.includes('text-ok')).toBe(colour === 'text-ok')
  })

  test('shows zero counts only for a completed scan', () => {
    const counts = { criticalCount: 0, highCount: 3 }
    expect(countText(scan({ ...counts, status: 'COMPLETED' }), 'CRITICAL')).toBe('0')
    for (const status of ['FAILED', 'RUNNING', 'QUEUED', 'STOPPED', 'CANCELLED'] as const) {
      expect(countText(scan({ ...counts, status }), 'CRITICAL')).toBe('–')
      expect(countText(scan({ ...counts, status }), 'HIGH')).toBe('3')
    }
  })
})

describe('the projects that the overview counts', () => {
  const pages = (total: number) => {
    const requests: number[] = []
    const read = async (page: number) => {
      requests.push(page)
      const from = (page - 1) * 100
      const projects = Array.from({ length: Math.min(100, total - from) }, (_, at) => ({ id: `p${from + at}` }))
      return { projects, pagination: { total, totalPages: Math.ceil(total / 100) } }
    }
    return { asked: requests, read }
  }

  test('cover all pages', async () => {
    const { asked, read } = pages(250)
    const { projects, total } = await allProjects(read)
    expect([projects.length, total, asked]).toEqual([250, 250, [1, 2, 3]])
    expect(projectsText(projects.length, total)).toBe('250 projects')
    expect(projectsText(1, 1)).toBe('1 project')
  })

  test('contain no duplicates after a concurrent insert, and are empty without projects', async () => {
    const { read } = pages(150)
    const shifted = async (page: number) => {
      const answer = await read(page)
      return page === 1 ? answer : { ...answer, projects: [{ id: 'p99' }, ...answer.projects] }
    }
    expect((await allProjects(shifted)).projects).toHaveLength(150)
    expect(await allProjects(pages(0).read)).toEqual({ projects: [], total: 0 })
  })

  test('are shown with the total if an organization exceeds the read limit', async () => {
    const { asked, read } = pages(5_000)
    const { projects, total } = await allProjects(read)
    expect([asked.length, projects.length]).toEqual([20, 2_000])
    expect(projectsText(projects.length, total)).toBe(
      `the ${(2_000).toLocaleString()} newest of ${(5_000).toLocaleString()} projects`,
    )
  })
})

describe('the score of a run', () => {
  const summary = (inconclusive: number, errors = 0, score = 100) =>
    ({ score, scoreStatus: 'final', totalAttacks: 16, inconclusive, errors }) as const

  test('shows the number of judged attacks if some have no verdict', () => {
    const markup = renderToStaticMarkup(createElement(RunScore, { summary: summary(5, 3) }))
    expect(markup.replace(/<[^>]+>/g, '')).toBe('100 · 8 of 16 judged')
    expect(judgedText(summary(0))).toBeUndefined()
  })

  test('has no success colour below 80 % of judged attacks', () => {
    expect(scoreColour(summary(3))).toBe('text-ok')
    expect(scoreColour(summary(4))).toBe('text-warn')
    expect(scoreColour(summary(2, 2))).toBe('text-warn')
    expect(scoreColour(summary(0, 0, 69))).toBe('text-bad')
    expect(isWellJudged({ ...summary(0), totalAttacks: 0 })).toBe(false)
  })

  test('is a dash without colour if too few attacks were judged', () => {
    const blind = { ...summary(16), scoreStatus: 'inconclusive' } as const
    expect([scoreText(blind), scoreColour(blind)]).toEqual(['–', ''])
  })
})
