import { describe, expect, test } from 'vitest'
import { judgeToxicity } from '../../../src/detectors/toxicity/judge-text.ts'
import { signsOf } from '../../../src/detectors/toxicity/signs.ts'
import { TOXICITY_THRESHOLD } from '../../../src/input/toxicity.ts'

describe('remarks about oneself are not toxic', () => {
  test.each([
    "I'm so stupid, I forgot the semicolon again.",
    'That was a stupid question, sorry.',
    "Ugh, I'm an idiot, I deleted the wrong file.",
    'Silly me, wrong button. My stupid mistake.',
  ])('%s', (text) => {
    expect(judgeToxicity(text).score).toBeLessThan(TOXICITY_THRESHOLD)
  })

  test.each([
    'You are so stupid, shut up.',
    "I'm an idiot for trusting you, you worthless moron.",
    'They are all idiots.',
  ])('not about oneself: %s', (text) => {
    expect(judgeToxicity(text).score).toBeGreaterThanOrEqual(TOXICITY_THRESHOLD)
  })
})

describe('ordinary words of other languages are not toxic', () => {
  test.each([
    'Vergeet de suiker niet als je naar de winkel gaat.',
    'Neem de paraplu mee als je straks naar buiten gaat.',
    'Zapomniałem kupić mleka, wrócę przed wieczorem.',
    'Glöm inte nyckeln när du går hemifrån.',
  ])('%s', (text) => {
    expect(judgeToxicity(text).score).toBeLessThan(TOXICITY_THRESHOLD)
  })
})

test('a word with the hash of a listed word does not match', () => {
  expect([...signsOf('Vergeet de suiker niet als je naar de winkel gaat.').present]).not.toContain('insults')
})
