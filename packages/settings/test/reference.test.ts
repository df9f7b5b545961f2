import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { proves } from '../../../spec/proves.ts'
import { resolveSettings } from '../src/index.ts'
import { SETTINGS } from '../src/table.ts'

const PAGE = join(import.meta.dirname, '../../../docs/generated/settings.md')

proves(
  'appsec:finer.settings-reference',
  'the published page lists each setting, and unlisted settings are rejected',
  () => {
    const listed = [...readFileSync(PAGE, 'utf8').matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, name]) => name!)
    expect(listed.toSorted()).toEqual(
      Object.values(SETTINGS)
        .map(({ name }) => name)
        .toSorted(),
    )
    expect(() => resolveSettings({ env: { GATEHOUSE_OF_NO_PAGE: '1' } })).toThrow('GATEHOUSE_OF_NO_PAGE')
  },
)
