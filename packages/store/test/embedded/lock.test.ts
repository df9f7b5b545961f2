import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { acquireLock } from '../../src/embedded/lock.ts'
import { failureOf, newFolder, removeFolders } from './folders.ts'

afterAll(removeFolders)

const WHAT = 'the data folder /data'

describe('acquireLock', () => {
  test('refuses a second holder and names the first', async () => {
    const path = join(newFolder(), 'lock')
    const lock = acquireLock(path, WHAT)
    const failure = await failureOf(() => acquireLock(path, WHAT))
    expect(failure.code).toBe('unavailable')
    expect(failure.message).toContain(`${WHAT} is in use by process ${process.pid}`)
    lock.release()
    acquireLock(path, WHAT).release()
  })

  test('leaves no files', () => {
    const folder = newFolder()
    const lock = acquireLock(join(folder, 'lock'), WHAT)
    lock.release()
    lock.release()
    expect(readdirSync(folder)).toEqual([])
  })

  test.each([
    ['a process that is gone', { pid: 2 ** 22 + 1, started: '1', nonce: 'dead' }],
    ['a process that got the number of a dead one', { pid: process.pid, started: '1', nonce: 'reused' }],
  ])('takes over from %s', (_title, holder) => {
    const path = join(newFolder(), 'lock')
    writeFileSync(path, JSON.stringify(holder))
    const lock = acquireLock(path, WHAT)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid })
    lock.release()
  })

  test.each(['', '{', '{"pid":"1"}', `{"pid":${process.pid},"started":"","nonce":"../../x"}`])(
    'takes over a lock file left by a machine crash as %j',
    (content) => {
      const path = join(newFolder(), 'lock')
      writeFileSync(path, content)
      acquireLock(path, WHAT).release()
      expect(existsSync(path)).toBe(false)
    },
  )

  test('takes over after a crash during an earlier takeover', () => {
    const path = join(newFolder(), 'lock')
    writeFileSync(path, JSON.stringify({ pid: 2 ** 22 + 1, started: '1', nonce: 'dead' }))
    writeFileSync(`${path}.dead`, JSON.stringify({ pid: 2 ** 22 + 2, started: '1', nonce: 'alsodead' }))
    acquireLock(path, WHAT).release()
    expect(readdirSync(join(path, '..'))).toEqual([])
  })

  test('grants a stale lock to exactly one of several processes', async () => {
    const path = join(newFolder(), 'lock')
    writeFileSync(path, JSON.stringify({ pid: 2 ** 22 + 1, started: '1', nonce: 'dead' }))
    const module = new URL('../../src/embedded/lock.ts', import.meta.url).href
    // Each process reports whether it got the lock, and keeps it until all have tried.
    const script = `const { acquireLock } = await import(${JSON.stringify(module)})
      await new Promise((resolve) => process.stdin.once('data', resolve))
      try { acquireLock(${JSON.stringify(path)}, 'it'); console.log('won') } catch (error) { console.log(error.code) }
      await new Promise((resolve) => process.stdin.once('end', resolve).resume())`
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--conditions=gatehouse', '--input-type=module', '-e', script], { stdio: 'pipe' }),
    )
    for (const child of children) child.stdin.write('go')
    const answers = await Promise.all(
      children.map(
        (child) => new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data).trim()))),
      ),
    )
    for (const child of children) child.stdin.end()
    expect(answers.sort()).toEqual(['unavailable', 'unavailable', 'unavailable', 'won'])
  })
})
