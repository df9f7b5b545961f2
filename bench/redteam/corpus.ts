/**
 * Prints the size of the attack corpus for each default category, for all with --all, or for each domain pack with
 * --domains (decisions 0112 and 0113):
 *   node --conditions=gatehouse bench/redteam/corpus.ts [--all | --domains]
 */
import { parseArgs } from 'node:util'
import { allCategories } from '../../packages/attacks/src/categories.gen.ts'
import { seedsOf } from '../../packages/attacks/src/domains/domain.ts'
import { allDomains } from '../../packages/attacks/src/domains/packs.ts'
import { measureCorpus } from './corpus/measure.ts'

const OPTION = { type: 'boolean', default: false } as const
const { values } = parseArgs({ options: { all: OPTION, domains: OPTION } })
const packs = allDomains.map((pack) => ({ name: pack.name, seeds: allCategories.flatMap((category) => seedsOf(pack, category)) })) // prettier-ignore
const { rows, distinctOverall } = measureCorpus(
  values.domains ? packs : allCategories.filter(({ isDefault }) => values.all || isDefault),
)
const print = (cells: readonly (string | number)[]): void => {
  process.stdout.write(
    `${cells.map((cell, at) => (at === 0 ? `${cell}`.padEnd(28) : `${cell}`.padStart(12))).join('')}\n`,
  )
}
print(['category', 'ideas', 'seeds', 'distinct', 'own benign', 'texts'])
for (const { name, ideas, bases, distinct, ownBenign, texts } of rows) {
  print([name, ideas, bases, distinct, `${Math.round((100 * ownBenign) / ideas)} %`, texts.toExponential(1)])
}
const sum = (pick: (row: (typeof rows)[number]) => number): number => rows.reduce((all, row) => all + pick(row), 0)
print(['total', sum(({ ideas }) => ideas), sum(({ bases }) => bases), sum(({ distinct }) => distinct), '', ''])
print(['distinct across categories', '', '', distinctOverall])
print(['categories with 40 distinct', '', '', rows.filter(({ distinct }) => distinct >= 40).length])
