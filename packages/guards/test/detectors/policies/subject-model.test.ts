import { describe, expect, test } from 'vitest'
import { nearCopyOfCases } from '../../../train/policies/near-copies.ts'
import { readRuleCases } from '../../../train/policies/read-cases.ts'
import { expandAlternatives, readSubjectTexts } from '../../../train/policies/subject-texts.ts'
import { SUBJECTS } from '../../../src/detectors/policies/plain-rule.ts'
import { readForSubjects, subjectScore } from '../../../src/detectors/policies/subject-model.ts'

describe('the classifiers of subjects', () => {
  test('exist for every listed subject and no other', () => {
    const trained = readSubjectTexts().map(({ name }) => name)
    const listed = SUBJECTS.map(({ name }) => name)
    expect(listed.toSorted()).toEqual(trained.toSorted())
    expect(listed.filter((name) => subjectScore(name) === undefined)).toEqual([])
    expect(subjectScore('parking garages')).toBeUndefined()
  })

  test('recognize violations by words that no list contains', () => {
    const score = subjectScore('immigration')!
    expect(score(readForSubjects('My fiancée is from Peru, can she move to Austria after we marry?'))).toBeGreaterThan(
      score(readForSubjects('My friend is from Peru, can she pay by card after we order?')),
    )
  })
})

describe('the training texts', () => {
  test('contain each alternative of a line, and repeat no text', () => {
    expect(expandAlternatives('How do I {buy|sell|keep} {gold|bonds}?')).toEqual([
      'How do I buy gold?',
      'How do I sell bonds?',
      'How do I keep gold?',
      'How do I buy bonds?',
    ])
    expect(expandAlternatives('Plain text.')).toEqual(['Plain text.'])
  })

  test('are checked against near copies of the held-out texts', () => {
    const isNearCopy = nearCopyOfCases()
    const [first] = readRuleCases('held-out')
    expect(isNearCopy(first!.violating[0]!.toUpperCase())).toBe(true)
    expect(isNearCopy('Plain words on nothing in particular, written for this test alone.')).toBe(false)
  })
})
