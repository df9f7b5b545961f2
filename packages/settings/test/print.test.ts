import { describe, expect, test } from 'vitest'
import { proves } from '../../../spec/proves.ts'
import { parse } from 'yaml'
import { printSettings, resolveSettings, settingsReference } from '../src/index.ts'
import { SETTINGS } from '../src/table.ts'

proves.group('all:settings.print', 'printSettings', () => {
  const env = {
    GATEHOUSE_CONFIG: 'conf.yaml',
    GUARD_PORT: '4001',
    DATABASE_URL: 'postgres://gate:made-up-1@db:5432/gatehouse?sslpassword=made-up-1',
    SHIELD_ADMIN_KEY: 'made-up-2-admin-key',
    GATEHOUSE_EGRESS_ALLOW: 'git.corp 10.0.0.0/8',
  }
  const yamlText = 'appsec: {port: 4101}\nguardrails: {input_guardrails: {length_limit: {max_chars: 9}}}\n'
  const printed = printSettings(resolveSettings({ env, yamlText }))

  test('shows each value with its origin', () => {
    expect(printed).toContain('# GATEHOUSE_CONFIG: conf.yaml (env)')
    expect(printed).toContain('  port: 4001 # env GUARD_PORT')
    expect(printed).toContain('  port: 4101 # file')
    expect(printed).toContain('  port: 4200 # default')
    expect(printed).toContain('  url: null # default: shared state is kept in memory')
    expect(parse(printed)).toMatchObject({
      egress: { allow: 'git.corp 10.0.0.0/8' },
      guardrails: { input_guardrails: { length_limit: { max_chars: 9 } } },
    })
  })

  test('masks secrets, and the password and query of an address', () => {
    expect(printed).not.toContain('made-up')
    expect(parse(printed)).toMatchObject({
      database: { url: 'postgres://gate:***@db:5432/gatehouse' },
      guard: { admin_key: '***' },
    })
  })

  test('output without secrets parses to the same settings', () => {
    const settings = resolveSettings({ env: { GUARD_PORT: '4001', GATEHOUSE_EGRESS_ALLOW: 'git.corp' }, yamlText })
    const second = resolveSettings({ env: {}, yamlText: printSettings(settings) })
    expect({ ...second, origins: {} }).toEqual({ ...settings, origins: {} })
  })

  test('a masked value is rejected as a key', () => {
    expect(() => resolveSettings({ env: {}, yamlText: printed })).toThrow(/is masked/)
  })
})

describe('settingsReference', () => {
  test('lists every setting with its path and default', () => {
    const page = settingsReference()
    const parts = Object.values(SETTINGS).flatMap((row) => [
      `## ${row.name}\n`,
      ...(row.path === undefined ? [] : [`\`${row.path}\``]),
      ...(row.default ? [`\`${row.default}\``] : []),
    ])
    expect(parts.filter((part) => !page.includes(part))).toEqual([])
  })

  test('a setting without a default documents its absence', () => {
    const silent = Object.values(SETTINGS).filter((row) => row.default === undefined && row.absent === undefined)
    expect(silent).toEqual([])
  })

  test('settings have unique names and paths', () => {
    const keys = Object.values(SETTINGS).flatMap((row) => (row.path === undefined ? [row.name] : [row.name, row.path]))
    expect(new Set(keys).size).toBe(keys.length)
  })
})
