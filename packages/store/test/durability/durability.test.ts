import { expect, test } from 'vitest'
import { durabilityRounds } from './rounds.ts'

test('kill -9 of process and server under load loses no acknowledged entry and breaks no chain', async () => {
  const rounds = await durabilityRounds(4)
  expect(rounds.map(({ missing, chainsValid }) => ({ missing, chainsValid }))).toEqual(
    rounds.map(() => ({ missing: 0, chainsValid: true })),
  )
  expect(rounds.every(({ acknowledged }) => acknowledged > 0)).toBe(true)
  // The first round kills the process alone, and its server is there to attach to.
  expect(rounds[0]!.attached).toBe(true)
})
