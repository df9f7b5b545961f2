import { describe, expect, test } from 'vitest'
import { RunRequest } from '../../src/redteam/run-request.ts'

const target = { baseUrl: 'http://127.0.0.1:9' }

describe('the request of a run', () => {
  test('needs an address alone', () => {
    const { target: read, attackConfig } = RunRequest.parse({ target })
    expect(read).toMatchObject({ type: 'http_agent', method: 'POST', timeoutMs: 30_000, retries: 2 })
    expect(attackConfig).toMatchObject({
      adaptiveRounds: 3,
      maxAttacksPerCategory: 15,
      concurrency: 3,
      delayMs: 0,
      strategiesPerRound: 8,
      maxMultiTurnSteps: 8,
      judgeConfidenceThreshold: 0.7,
      repeats: 1,
    })
  })

  test.each([
    [0.85, 0.85],
    [85, 0.85],
    [1, 1],
    [0, 0],
  ])('reads the threshold %d as %d', (value, meant) => {
    const read = RunRequest.parse({ target, attackConfig: { judgeConfidenceThreshold: value } })
    expect(read.attackConfig.judgeConfidenceThreshold).toBe(meant)
  })

  test.each([
    ['adaptiveRounds', 21],
    ['maxAttacksPerCategory', 0],
    ['maxAttacksPerCategory', 501],
    ['concurrency', 65],
    ['judgeConfidenceThreshold', 101],
  ])('refuses %s of %d', (name, value) => {
    expect(RunRequest.safeParse({ target, attackConfig: { [name]: value } }).success).toBe(false)
  })

  test('accepts a seed as text or number, with the same result', () => {
    const seeds = ['7', 7].map((seed) => RunRequest.parse({ target, attackConfig: { seed } }).attackConfig.seed)
    expect(seeds).toEqual(['7', '7'])
  })

  test.each([
    [{ 'x\r\ny': 'a' }],
    [{ 'x-a': 'a\r\nx-b: c' }],
    [Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`x-${at}`, 'a']))],
  ])('rejects invalid headers', (headers) => {
    expect(RunRequest.safeParse({ target: { ...target, headers } }).success).toBe(false)
  })

  test('drops unknown fields', () => {
    expect(RunRequest.parse({ target: { ...target, command: 'rm' } }).target).not.toHaveProperty('command')
  })
})
