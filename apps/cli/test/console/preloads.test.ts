import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@gatehouse/testkit'
import { afterAll, expect, test } from 'vitest'
import { preloadsOf } from '../../src/console/preloads.ts'

const folders = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
afterAll(() => folders.forEach((folder) => folder.remove()))

function built(at: number, text: string): string {
  const { path } = folders[at]!
  mkdirSync(join(path, '.vite'))
  writeFileSync(join(path, '.vite/routes.json'), text)
  return path
}

test('an address names the scripts of the page that it leads to, words before names, and no other address any', () => {
  const folder = built(
    0,
    JSON.stringify([
      { path: '/', files: ['assets/overview-1.js', 'assets/chart-2.js'] },
      { path: '/redteam/runs/$runId', files: ['assets/run-3.js'] },
      { path: '/redteam/runs/new', files: ['assets/new-run-4.js'] },
      { path: '/redteam/runs', files: [] },
    ]),
  )
  const overview = '</assets/overview-1.js>; rel=modulepreload, </assets/chart-2.js>; rel=modulepreload'
  expect(preloadsOf(folder, '')).toBe(overview)
  expect(preloadsOf(folder, 'redteam/runs/new')).toBe('</assets/new-run-4.js>; rel=modulepreload')
  expect(preloadsOf(folder, 'redteam/runs/a>, <https:b')).toBe('</assets/run-3.js>; rel=modulepreload')
  for (const none of ['redteam/runs', 'redteam/runs/', 'redteam/runs/a/b', 'redteam', 'Redteam/runs/new'])
    expect([none, preloadsOf(folder, none)]).toEqual([none, undefined])
})

test('a page is served without preloads if the list is missing or invalid', () => {
  expect(preloadsOf(join(folders[1]!.path, 'none'), '')).toBeUndefined()
  const files = ['https://evil.example/x.js']
  expect(preloadsOf(built(1, JSON.stringify([{ path: '/', files }])), '')).toBeUndefined()
  expect(preloadsOf(built(2, '{'), '')).toBeUndefined()
})
