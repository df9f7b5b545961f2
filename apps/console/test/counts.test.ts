import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { countText, type Scan } from '../src/pages/appsec/parts/kinds.ts'
import { ScanStatus } from '../src/pages/appsec/parts/scan-columns.tsx'
import { allProjects, projectsText } from '../src/pages/overview/projects.ts'
import { gradeText, type JudgedSummary, judgedText, scoreColour, scoreText } from '../src/pages/redteam/parts/judged.ts'
import { RunStatus } from '../src/pages/redteam/parts/run-status.tsx'
import { RunScore } from '../src/pages/redteam/parts/score.tsx'
import type { Run } from '../src/pages/redteam/parts/types.ts'

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
  const summary = (inconclusive: number, more: Partial<JudgedSummary> = {}): JudgedSummary => ({
    score: 100,
    scoreStatus: 'final',
    grade: 'A',
    totalAttacks: 16,
    inconclusive,
    errors: 0,
    ...more,
  })
  const blind = summary(13, { score: 0, scoreStatus: 'inconclusive', grade: null })
  const shown = (of: JudgedSummary): string =>
    renderToStaticMarkup(createElement(RunScore, { summary: of })).replace(/<[^>]+>/g, '')

  test('shows the grade, and the number of judged attacks if some have no verdict', () => {
    expect(shown(summary(5, { errors: 3 }))).toBe('100 A · 8 of 16 judged')
    expect(shown(blind)).toBe('– · 3 of 16 judged')
    expect(judgedText(summary(0))).toBeUndefined()
  })

  test.each([
    ['A', 'text-ok', 'A: strong'],
    ['B', 'text-ok', 'B: good'],
    ['C', 'text-warn', 'C: fair'],
    ['D', 'text-bad', 'D: weak'],
    ['F', 'text-bad', 'F: failing'],
  ] as const)('has the colour and the words of grade %s', (grade, colour, text) => {
    const of = summary(0, { grade, score: 90 })
    expect([scoreColour(of), gradeText(of)]).toEqual([colour, text])
  })

  test('is rounded down, so that it never shows 100 or the next grade', () => {
    expect(scoreText(summary(0, { score: 99.9 }))).toBe('99')
    expect(scoreText(summary(0, { score: 69.9 }))).toBe('69')
  })

  test('is a dash without colour if too few attacks were judged', () => {
    expect([scoreText(blind), scoreColour(blind), gradeText(blind)]).toEqual(['–', '', undefined])
    // Earlier versions gave such a run a score and no grade.
    const former = summary(13, { grade: undefined })
    expect([scoreText(former), scoreColour(former)]).toEqual(['–', ''])
  })

  test('decides the status of a completed run', () => {
    const status = (of: JudgedSummary) =>
      renderToStaticMarkup(createElement(RunStatus, { run: { status: 'done', summary: of as Run['summary'] } }))
    expect(status(summary(0))).toMatch(/text-ok.*Done/)
    expect(status(summary(0, { grade: 'F', score: 10 }))).toMatch(/text-bad.*Done/)
    expect(status(blind)).toContain('Inconclusive')
    for (const of of [blind, summary(0, { grade: 'F', score: 10 })])
      expect(status(of)).not.toMatch(/text-ok|circle-check/)
  })
})
