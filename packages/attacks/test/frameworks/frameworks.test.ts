import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { allCategories } from '../../src/categories.gen.ts'
import { allFrameworks, bindingControlsOf, listFrameworks } from '../../src/frameworks/all-frameworks.ts'
import { mitreAtlas } from '../../src/frameworks/mitre-atlas.ts'
import { owaspAgentic2026 } from '../../src/frameworks/owasp-agentic-2026.ts'
import { owaspLlm2025 } from '../../src/frameworks/owasp-llm-2025.ts'
import { owaspLlm2026 } from '../../src/frameworks/owasp-llm-2026.ts'
import { TAXONOMY } from '../../src/frameworks/taxonomy.ts'

/** Technique ids and names of MITRE ATLAS 5.6.0; `data/README.md` names source and licence. */
const ATLAS_TECHNIQUES = new URL('./data/atlas-techniques.tsv', import.meta.url)

describe('the frameworks', () => {
  proves(['redteam:frameworks.shape', 'redteam:frameworks.ids'], 'are listed by id, name and count of controls', () => {
    const listed = listFrameworks()
    for (const item of listed) {
      expect(Object.keys(item)).toEqual(['id', 'name', 'controlCount'])
      expect(item.controlCount).toBeGreaterThan(0)
    }
    expect(listed.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'owasp-llm-2025',
        'owasp-llm-2026',
        'owasp-agentic-2026',
        'owasp-mcp',
        'mitre-atlas',
        'nist-ai-rmf',
        'eu-ai-act',
        'iso-42001',
        'iso27001-2022',
        'gdpr',
        'hipaa',
        'pci-dss-v4.0.1',
        'soc2',
      ]),
    )
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length)
  })

  test.each(allFrameworks.map((entry) => [entry.id, entry] as const))(
    '%s has unique codes, each with a title',
    (_id, { controls }) => {
      expect(new Set(controls.map(({ code }) => code)).size).toBe(controls.length)
      for (const { code, title } of controls) expect(`${code} ${title}`).toMatch(/^\S+.* \S{2,}/)
      const names = new Set<string>(TAXONOMY.map(({ name }) => name))
      for (const { categories } of controls) for (const name of categories) expect(names).toContain(name)
    },
  )

  test('have as many controls as their editions', () => {
    const counts = Object.fromEntries(listFrameworks().map(({ id, controlCount }) => [id, controlCount]))
    expect(counts).toMatchObject({
      'owasp-llm-2025': 10,
      'owasp-llm-2026': 10,
      'owasp-agentic-2026': 10,
      'owasp-mcp': 10,
      'mitre-atlas': 170,
      'iso-42001': 38,
      'pci-dss-v4.0.1': 12,
    })
  })

  test('of 2025 and 2026 contain the same risks in another order', () => {
    const of = (code: string) => owaspLlm2026.controls.find((control) => control.code === code)!
    expect(of('LLM08').categories).toEqual(owaspLlm2025.controls.find(({ code }) => code === 'LLM07')!.categories)
    const all = (controls: typeof owaspLlm2025.controls) => controls.flatMap(({ categories }) => categories).toSorted()
    expect(all(owaspLlm2026.controls)).toEqual(all(owaspLlm2025.controls))
  })

  test('match the ATLAS technique ids and names that MITRE publishes', () => {
    const lines = readFileSync(ATLAS_TECHNIQUES, 'utf8').trimEnd().split('\n')
    const published = new Map(lines.map((line): [string, string] => [line.split('\t')[0]!, line.split('\t')[1]!]))
    expect(published.size).toBe(170)
    expect(new Map(mitreAtlas.controls.map(({ code, title }) => [code, title]))).toEqual(published)
  })
})

describe('the taxonomy', () => {
  test('has unique categories with valid framework codes', () => {
    expect(new Set(TAXONOMY.map(({ name }) => name)).size).toBe(TAXONOMY.length)
    expect(TAXONOMY.length).toBeGreaterThanOrEqual(99)
    const codes = new Set(
      [owaspLlm2025, owaspAgentic2026, mitreAtlas].flatMap(({ controls }) => controls.map(({ code }) => code)),
    )
    for (const { owaspLlm2025: llm, asi, atlas: technique } of TAXONOMY) {
      for (const code of [llm, asi, technique].filter((item) => item !== undefined)) expect(codes).toContain(code)
    }
  })

  test.each(allCategories.map((category) => [category.name, category] as const))(
    'has %s, and every code that it names',
    (name, { group, mappings }) => {
      expect(TAXONOMY.find((item) => item.name === name)).toMatchObject({ name, group })
      const lists = [
        [mappings.owaspLlm2025, owaspLlm2025],
        [mappings.owaspLlm2026, owaspLlm2026],
        [mappings.asi, owaspAgentic2026],
        [mappings.atlas, mitreAtlas],
      ] as const
      for (const [codes, { controls }] of lists) {
        for (const code of codes) expect(controls.map((control) => control.code)).toContain(code)
      }
    },
  )

  test('maps a weakness to laws that it may breach', () => {
    expect(bindingControlsOf('pii_disclosure')).toEqual(
      expect.arrayContaining(['GDPR Art. 32', 'SOC 2 Trust Services Criteria P6']),
    )
    expect(bindingControlsOf('no_such_category')).toEqual([])
  })
})
