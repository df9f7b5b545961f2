import type { Endpoint, EndpointTable } from '@gatehouse/contracts'
import type { Generator } from '../lib/generator.ts'

export default {
  about: 'What the client knows of the endpoints at run time, so that a browser need not load their schemas',
  async generate() {
    const { platformEndpoints } = await import('@gatehouse/contracts')
    const { appsecEndpoints } = await import('@gatehouse/contracts/appsec')
    const { guardEndpoints } = await import('@gatehouse/contracts/guard')
    const { redteamEndpoints } = await import('@gatehouse/contracts/redteam')
    const tables: Readonly<Record<string, EndpointTable>> = {
      GUARD_ROWS: guardEndpoints,
      APPSEC_ROWS: appsecEndpoints,
      REDTEAM_ROWS: redteamEndpoints,
      PLATFORM_ROWS: platformEndpoints,
    }
    const lines = Object.entries(tables).flatMap(([name, endpoints]) => [
      '',
      `export const ${name} = {`,
      ...Object.entries(endpoints).map(([operation, row]) => `  ${operation}: ${rowOf(row)},`),
      '} as const satisfies Rows',
    ])
    const head = ['// Made by `npm run gen` of the endpoint tables.', "import type { Rows } from './row.ts'"]
    return { 'packages/client/src/rows.gen.ts': `${[...head, ...lines].join('\n')}\n` }
  },
} satisfies Generator

function rowOf({ method, path, produces, alsoStatus, form }: Endpoint): string {
  const unusual = [
    ...(produces === undefined ? [] : ['raw: true']),
    ...(alsoStatus === undefined ? [] : [`also: [${alsoStatus.join(', ')}]`]),
    ...(form === undefined ? [] : [`form: { ${formOf(form).join(', ')} }`]),
  ]
  return `['${method}', '${path}'${unusual.length === 0 ? '' : `, { ${unusual.join(', ')} }`}]`
}

function formOf({ files, json, orJson = false }: NonNullable<Endpoint['form']>): readonly string[] {
  const list = (names: readonly string[]): string => `[${names.map((name) => `'${name}'`).join(', ')}]`
  return [`files: ${list(files)}`, `json: ${list(json)}`, ...(orJson ? ['orJson: true'] : [])]
}
