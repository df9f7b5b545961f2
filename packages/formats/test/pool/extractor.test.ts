import { afterAll, expect, test, vi } from 'vitest'
import { createExtractor, type Extraction } from '../../src/index.ts'
import { docx, pdf, run, utf8, xlsx } from '../build.ts'

const extractor = createExtractor()
afterAll(() => extractor.close())

const read = async (bytes: Uint8Array, by = extractor): Promise<Extraction | undefined> => by.extract(bytes)

test('returns the same text from threads as a direct call', async () => {
  const results = await Promise.all(
    [utf8('one'), docx(run('two')), await pdf((page) => page.drawText('three', { x: 9, y: 300 }))].map((bytes) =>
      read(bytes),
    ),
  )
  expect(results.map((result) => result?.text.trim())).toEqual(['one', 'two', 'three'])
})

test('stops a file above the time limit and reads the next file', async () => {
  const hurried = createExtractor({ timeout_ms: 1, threads: 1 })
  const late = await hurried.extract(docx(run('word '.repeat(100_000))))
  expect(late).toMatchObject({ kind: 'docx', text: '', problems: [{ code: 'time_exceeded' }] })
  await hurried.close()
})

test('stops a file above the memory limit', async () => {
  const small = createExtractor({ heap_mb: 16, threads: 1 })
  const strings = Array.from({ length: 300_000 }, (_, at) => `s${at}`)
  const result = await small.extract(xlsx({ one: '' }, strings))
  expect(result).toMatchObject({ kind: 'xlsx', text: '', problems: [{ code: 'memory_exceeded' }] })
  expect((await small.extract(utf8('next')))?.text).toBe('next')
  await small.close()
})

test('turns files away when too many wait', async () => {
  const narrow = createExtractor({ threads: 1, waiting: 1 })
  const first = narrow.extract(utf8('1'))
  const second = narrow.extract(utf8('2'))
  expect(narrow.extract(utf8('3'))).toBeUndefined()
  expect([(await first)?.text, (await second)?.text]).toEqual(['1', '2'])
  expect((await narrow.extract(utf8('4')))?.text).toBe('4')
  await narrow.close()
})

test('settles all waiters on close', async () => {
  const closing = createExtractor({ threads: 1 })
  const pending = [read(docx(run('a')), closing), read(docx(run('b')), closing)]
  await closing.close()
  for (const item of await Promise.all(pending)) expect(item?.problems).toMatchObject([{ code: 'failed' }])
  expect(closing.extract(utf8('x'))).toBeUndefined()
})

test('survives a failed allocation for the copy of a file', async () => {
  const narrow = createExtractor({ threads: 1 })
  const file = utf8('first')
  let failures = 0
  vi.stubGlobal(
    'Uint8Array',
    new Proxy(Uint8Array, {
      construct(target, values: unknown[], self) {
        if (values[0] !== file) return Reflect.construct(target, values, self) as Uint8Array
        failures += 1
        throw new RangeError('Array buffer allocation failed')
      },
    }),
  )
  const first = await narrow.extract(file)
  vi.unstubAllGlobals()
  expect([failures, first?.problems.map(({ code }) => code)]).toEqual([1, ['failed']])
  expect((await narrow.extract(utf8('next')))?.text).toBe('next')
  await narrow.close()
})
