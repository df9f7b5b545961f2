import { describe, expect, test } from 'vitest'
import { STAFF_MAILS } from './everyday-mentions.ts'
import { EVERYDAY } from './everyday.ts'
import { shippedPolicies } from './measure.ts'

const check = shippedPolicies()

describe.each(EVERYDAY)('$name', ({ benign, attacks }) => {
  test.each(benign)('passes: %s', async (text) => {
    expect((await check('input', text)).safe).toBe(true)
    expect((await check('input', text, 'note.txt')).safe).toBe(true)
  })

  test.each(attacks)('stays blocked: %s', async (text) => {
    expect((await check('input', text)).safe).toBe(false)
  })
})

describe('mails to colleagues', () => {
  test.each(STAFF_MAILS.benign)('passes: %s', async (text) => {
    expect((await check('input', text, 'mail.txt')).safe).toBe(true)
  })

  test.each(STAFF_MAILS.attacks)('stays blocked: %s', async (text) => {
    expect((await check('input', text, 'mail.txt')).safe).toBe(false)
  })
})
