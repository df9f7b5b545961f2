import type { EndpointTable } from '@gatehouse/contracts'
import type { Generator } from '../lib/generator.ts'
import { cell, code, page, table } from '../lib/markdown.ts'

export default {
  about: 'Every endpoint in one table, so that a change of the interface is one line of a review',
  async generate() {
    const contracts = await import('@gatehouse/contracts')
    const tables = Object.entries(contracts).filter(
      ([name, value]) => name.endsWith('Endpoints') && typeof value === 'object',
    )
    if (tables.length === 0) throw new Error('@gatehouse/contracts exports no endpoint table named …Endpoints')
    const sections = tables.flatMap(([name, endpoints]) => [
      '',
      `## ${name}`,
      '',
      ...table(
        ['Operation', 'Method', 'Path', 'Key', 'Status', 'Summary'],
        contracts
          .listEndpoints(endpoints as EndpointTable)
          .map((row) => [row.name, row.method, code(row.path), row.auth, String(row.status), cell(row.summary)]),
      ),
    ])
    return {
      'docs/generated/endpoints.md': page([
        '# Endpoints',
        '',
        'The column "Key" says who may call: `none` anybody, `runtime` any key of a tenant, `config` an admin key of a',
        'tenant, `platform` the admin key of the deployment, `member` a member of an organization, by a session or a key,',
        '`tester` somebody with a role in the red-team service.',
        ...sections,
      ]),
    }
  },
} satisfies Generator
