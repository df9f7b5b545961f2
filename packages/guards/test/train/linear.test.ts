import { describe, expect, test } from 'vitest'
import { featuresOf } from '../../src/classify/features.ts'
import { type LinearModel, scoreLinear } from '../../src/classify/linear-model.ts'
import { decodeModel, encodeModel } from '../../src/classify/model-file.ts'
import { quantise, trainLinear } from '../../src/classify/train-linear.ts'
import { recallAt, rocAuc, thresholdAt } from '../../train/metrics.ts'
import { seededRandom } from '../../src/classify/seeded.ts'

const FRUIT = ['apple', 'pear', 'plum', 'cherry', 'fig']
const TOOLS = ['hammer', 'saw', 'drill', 'file', 'plane']

function sentence(words: readonly string[], random: () => number): string {
  return Array.from({ length: 6 }, () => words[Math.floor(random() * words.length)]).join(' and ')
}

function trained(seed: number): LinearModel {
  const random = seededRandom(7)
  const samples = Array.from({ length: 400 }, (_, index) => ({
    features: featuresOf(sentence(index % 2 === 0 ? FRUIT : TOOLS, random)),
    dense: [index % 2 === 0 ? 0.1 : -0.1],
    label: index % 2 === 0 ? 1 : 0,
    weight: 1,
  }))
  const weights = trainLinear(samples, { bits: 14, seed })
  return { task: 'fruit', bits: 14, dense: ['hint'], classes: [quantise('fruit', weights, 0.5)] }
}

describe('a linear model', () => {
  test('learns the difference between two kinds of text, and retains it after rounding and storage', () => {
    const model = decodeModel(encodeModel(trained(1)))
    expect(scoreLinear(model, featuresOf('a fig and a cherry'), [0])[0]).toBeGreaterThan(0.8)
    expect(scoreLinear(model, featuresOf('a saw and a drill'), [0])[0]).toBeLessThan(0.2)
  })

  test('is identical for the same samples and seed', () => {
    expect(encodeModel(trained(3)).equals(encodeModel(trained(3)))).toBe(true)
    expect(encodeModel(trained(3)).equals(encodeModel(trained(4)))).toBe(false)
  })

  test('uses the numeric features passed with the text', () => {
    const model = trained(1)
    const [with1] = scoreLinear(model, featuresOf('something else'), [1])
    const [without] = scoreLinear(model, featuresOf('something else'), [-1])
    expect(with1).toBeGreaterThan(without!)
  })

  test('is refused when its file is damaged', () => {
    const bytes = encodeModel(trained(1))
    expect(() => decodeModel(bytes.subarray(0, bytes.length - 40))).toThrow('unexpected end of file')
    expect(() => decodeModel(Buffer.from('not a model'))).toThrow('incorrect header check')
  })
})

describe('metrics', () => {
  const scored = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4].map((score, index) => ({ score, label: [1, 1, 0, 1, 0, 0][index]! }))

  test('the area is the share of pairs in the right order, ties half', () => {
    expect(rocAuc(scored)).toBeCloseTo(8 / 9)
    expect(
      rocAuc([
        { score: 1, label: 1 },
        { score: 1, label: 0 },
      ]),
    ).toBe(0.5)
  })

  test('a threshold allows at most the configured false positives', () => {
    expect(recallAt(scored, thresholdAt(scored, 0))).toEqual({ hits: 2, of: 3 })
    expect(recallAt(scored, thresholdAt(scored, 0.34))).toEqual({ hits: 3, of: 3 })
  })
})
