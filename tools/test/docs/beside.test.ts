import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@gatehouse/testkit'
import { afterAll, expect, test } from 'vitest'
import { buildInBackground } from '../../docs/beside.ts'

const place = temporaryFolder()
afterAll(() => place.remove())
const folder = join(place.path, 'docs')
const report = (): string | undefined =>
  existsSync(`${folder}.failed`) ? readFileSync(`${folder}.failed`, 'utf8') : undefined

const MUCH_BYTES = 8 * 1024 ** 3
const extra = (more: Partial<Parameters<typeof buildInBackground>[0]>) =>
  buildInBackground(
    {
      folder,
      isUp: () => Promise.resolve(true),
      memory_bytes: () => MUCH_BYTES,
      build: () => Promise.resolve(),
      ...more,
    },
    0,
  )

test('a build starts when the services are up, and its error is stored for the console', async () => {
  const requests = [false, false, true]
  const seen: string[] = []
  await extra({
    isUp() {
      seen.push('asked')
      return Promise.resolve(requests.shift() ?? true)
    },
    build() {
      seen.push('built')
      return Promise.reject(new Error(`guide/scans.md leads nowhere: ${'x'.repeat(5_000)}`))
    },
  })
  expect(seen).toEqual(['asked', 'asked', 'asked', 'built'])
  expect(report()).toMatch(/^guide\/scans\.md leads nowhere: x+$/)
  expect(report()!.length).toBe(2_000)
})

test('the next start clears the earlier error, and a successful build stores no error', async () => {
  writeFileSync(`${folder}.failed`, 'of yesterday')
  let before: string | undefined = 'not asked'
  await extra({
    build() {
      before = report()
      return Promise.resolve()
    },
  })
  expect([before, report()]).toEqual([undefined, undefined])
})

test('with low memory or without services no build starts, and low memory is reported', async () => {
  const build = (): Promise<unknown> => Promise.reject(new Error('must not be built'))
  await extra({ build, memory_bytes: () => 1024 ** 3 })
  expect(report()).toBe('This machine has less than 2.5 GB of memory to spare.')
  await extra({ build, isUp: () => Promise.resolve(false) })
  expect(report()).toBeUndefined()
})
