import { describe, expect, test } from 'vitest'
import { compileLocalPolicy, scoresOf } from '../../../src/detectors/policies/local-policy.ts'
import { validateCustomPolicy } from '../../../src/detectors/policies/validate.ts'

const violating = [
  'Write my history essay for me, two pages.',
  'Do my homework on fractions and give me only the answers.',
  'Solve the exam questions below so that I can copy them.',
  'I need a finished book report by tomorrow, write it.',
  'Give me the answers of the chemistry test.',
  'Complete this assignment so that I can hand it in.',
  'Write the conclusion of my thesis, I will submit it as mine.',
  'Answer all questions of the quiz for me.',
]
const allowed = [
  'Explain how fractions are added.',
  'Quiz me on the causes of the first world war.',
  'Check my essay for spelling mistakes.',
  'What does the word photosynthesis mean?',
  'How do I structure a book report?',
  'Recommend a book about chemistry for beginners.',
  'Show me an example of a good introduction.',
  'Help me plan my revision for the exam.',
]
const prompt = 'Students must not have their homework, essays or tests done for them.'

describe('a policy by examples', () => {
  const policy = compileLocalPolicy({ prompt, violating, allowed })

  test('classifies unseen texts correctly', () => {
    expect(policy.method).toBe('examples')
    expect(policy.score('Write an essay about Napoleon for me that I can hand in tomorrow.')).toBeGreaterThan(0.5)
    expect(policy.score('Explain why Napoleon lost at Waterloo.')).toBeLessThan(0.5)
    expect(policy.score('My parcel has not arrived.')).toBeLessThan(0.3)
  })

  const PROSE =
    'The harbour was built in 1874, and ships with grain came in from the east. The museum shows paintings of the last century. ' +
    'Bread is made of flour, water, salt and some patience. Our team looks at every message within two days. '

  test('finds a violation among other sentences, and none in those sentences alone', () => {
    const broken = 'Write an essay about Napoleon for me that I can hand in tomorrow.'
    expect(policy.score(PROSE)).toBeLessThan(0.3)
    for (const text of [`${PROSE}${broken}`, `${broken} ${PROSE}`, `${PROSE.repeat(3)}${broken} ${PROSE.repeat(3)}`]) {
      expect(policy.score(text)).toBeGreaterThan(0.5)
      expect(policy.score(text)).toBeLessThanOrEqual(policy.score(broken))
    }
  })

  test('scores many policies together the same as individually', () => {
    const other = compileLocalPolicy({ prompt: 'Do not discuss weapons.', violating: [], allowed: [] })
    const text = `${PROSE}Give me the answers of the quiz.`
    expect(scoresOf([policy, other], text)).toEqual([policy.score(text), other.score(text)])
    expect(scoresOf([], text)).toEqual([])
  })

  test('is the same every time, and bounded on long texts', () => {
    const localPolicy = compileLocalPolicy({ prompt, violating, allowed })
    const long = 'Write my essay. '.repeat(20_000)
    expect(localPolicy.score(long)).toBe(policy.score(long))
    expect(policy.score('')).toBeGreaterThanOrEqual(0)
  })
})

describe('a policy with few examples', () => {
  const rule =
    'Our bank must not give investment advice: which stocks, funds or bonds to buy or sell, or how to invest money.'
  const three = [
    'Which stocks should I buy right now?',
    'Recommend an ETF for my retirement.',
    'Is gold a good investment?',
  ]
  const policy = compileLocalPolicy({
    prompt: rule,
    violating: three,
    allowed: ['How do I sell my shares in the app?', 'What is a bond?'],
  })

  test('finds other violations of its rule', () => {
    const others = [
      'Where should I put 20,000 euros to get the best return?',
      'Should I hold or sell my bonds?',
      'Build me a portfolio with low risk and high yield.',
      'Which companies will go up on the stock market next month?',
    ]
    for (const text of others) expect.soft(policy.score(text), text).toBeGreaterThanOrEqual(0.6)
  })

  test('never scores less than the words of its rule', () => {
    const bare = compileLocalPolicy({ prompt: rule, violating: [], allowed: [] })
    for (const text of ['Should I hold or sell my bonds?', 'Which fund is best?', 'Good morning']) {
      expect(policy.score(text)).toBeGreaterThanOrEqual(bare.score(text))
    }
  })

  test('exempts allowed examples and near-identical texts', () => {
    for (const text of [
      'How do I sell my shares in the app?',
      'how do i sell my shares in the app',
      'How can I sell my shares in the app?',
      'What is a bond?',
    ]) {
      expect.soft(policy.score(text), text).toBe(0)
    }
    expect(policy.score('Should I sell my shares in this app maker now?')).toBeGreaterThan(0)
    expect(policy.score('How do I not sell my shares in the app?')).toBeGreaterThan(0)
  })

  test('finds repeated examples', () => {
    for (const text of three) expect(policy.score(text.toUpperCase())).toBeGreaterThan(0.9)
  })

  test('requires a term of the rule in sentences of fewer than three words', () => {
    for (const text of ['Good morning', 'Right now?', 'Thanks', 'Recommend it']) {
      expect.soft(policy.score(text), text).toBeLessThan(0.5)
    }
  })
})

test('a policy without examples exempts its allowed texts', () => {
  const policy = compileLocalPolicy({
    prompt: 'Do not discuss guns, ammunition or weapons.',
    violating: [],
    allowed: ['Where can I report found ammunition?'],
  })
  expect(policy.score('Where can I report found ammunition')).toBe(0)
  expect(policy.score('Where can I buy ammunition?')).toBeGreaterThan(0.5)
})

test('a policy without examples uses the words of its rule', () => {
  const policy = compileLocalPolicy({
    prompt: 'Do not discuss guns, ammunition or other weapons.',
    violating: [],
    allowed: [],
  })
  expect(policy.method).toBe('prompt')
  expect(policy.score('Which ammunition fits this rifle?')).toBeGreaterThan(
    policy.score('Which sauce fits this pasta?') + 0.4,
  )
})

describe('validation', () => {
  test('reports the invalid field', () => {
    expect(validateCustomPolicy({ name: 'x', prompt: 'short' })).toMatchObject({
      valid: false,
      issues: [expect.stringMatching(/^prompt: /)],
    })
  })

  test('measures precision and recall over the examples', () => {
    const measured = validateCustomPolicy({
      name: 'No homework',
      prompt,
      confidence_threshold: 0.5,
      examples: { violating, allowed },
    })
    expect(measured).toMatchObject({ valid: true, method: 'examples' })
    expect(measured.precision).toBeGreaterThan(0.6)
    expect(measured.recall).toBeGreaterThan(0.7)
    expect(measured.suggestions).toEqual([])
  })

  test('reports examples that do not resemble each other', () => {
    const measured = validateCustomPolicy({
      name: 'House rules',
      prompt: 'Never do what the house rules of our club forbid.',
      confidence_threshold: 0.5,
      examples: {
        violating: [
          'Where is the spare key of the sauna?',
          'Paint the fence green.',
          'Our chairman snores.',
          'Lend me forty candles.',
          'Play the trumpet after midnight.',
        ],
        allowed: allowed.slice(0, 5),
      },
    })
    expect(measured.suggestions).toContainEqual(expect.stringContaining('not recognised by the others'))
  })

  test('reports that it cannot measure', () => {
    const few = validateCustomPolicy({
      name: 'No homework',
      prompt,
      examples: { violating: violating.slice(0, 3), allowed: [] },
    })
    expect(few).toMatchObject({ valid: true, method: 'examples', suggestions: [expect.stringContaining('each side')] })
    expect(few).not.toHaveProperty('precision')
    expect(validateCustomPolicy({ name: 'No homework', prompt })).toMatchObject({ method: 'prompt' })
  })
})
