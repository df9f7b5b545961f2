import { expect, test } from 'vitest'
import { patient_ms } from '@gatehouse/testkit'

test('extends a limit for a slow machine, up to a bound', () => {
  for (let times = 0; times < 5; times += 1) {
    expect(patient_ms(10)).toBeGreaterThanOrEqual(30)
    expect(patient_ms(10)).toBeLessThanOrEqual(600)
  }
})
