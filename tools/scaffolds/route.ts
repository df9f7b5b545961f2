import { parseArgs } from 'node:util'
import { UsageError, addAfterLast, camel, kebabName, readOrThrow } from '../lib/scaffold.ts'
import type { Plan, Scaffold } from '../lib/scaffold.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
const ENDPOINTS = 'packages/contracts/src/guard/endpoints.ts'
const HANDLERS = 'apps/guard/src/routes/index.ts'

/** Services whose table and handlers consist of one file per topic. */
const BY_TOPIC = {
  appsec: { auth: 'member', field: 'organizationId', caller: 'memberOf' },
  redteam: { auth: 'tester', field: 'tenantId', caller: 'testerOf' },
} as const
type ByTopic = keyof typeof BY_TOPIC
const SERVICES = ['guard', 'appsec', 'redteam'] as const

export default {
  usage: '[guard|appsec|redteam] <method> <path> [<operation>]',
  about: 'a route of a service (default: guard): a row of its endpoint table, a handler, a test',
  plan(root, args) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { name: { type: 'string' } },
    })
    const service = SERVICES.find((item) => item === positionals[0])
    const [word = '', path = '', operation = values.name] = service === undefined ? positionals : positionals.slice(1)
    const method = METHODS.find((item) => item === word.toLowerCase())
    if (method === undefined) throw new UsageError(`the method is one of: ${METHODS.join(', ')}`)
    if (!/^\/[\w./{}-]+$/.test(path)) throw new UsageError(`"${path}" is no path like /v1/things/{thing_id}`)
    const file = operation === undefined ? operationOf(method, path) : kebabName(operation, 'an operation')
    const name = camel(file)
    if (service === 'appsec' || service === 'redteam') return topicPlan(root, service, { file, name, method, path })
    const table = addRow(readOrThrow(root, ENDPOINTS), name, method, path)
    const imported = addAfterLast(root, HANDLERS, /^import /, `import { ${name} } from './${file}.ts'`)
    return {
      create: {
        [`apps/guard/src/routes/${file}.ts`]: handlerOf(name),
        [`apps/guard/test/routes/${file}.test.ts`]: testOf(name, method, path),
      },
      change: {
        [ENDPOINTS]: table,
        [HANDLERS]: imported.replace(
          /^( +)(\w+: \w+\(ports\),\n)(?! +\w+: \w+\(ports\),)/m,
          `$1$2$1${name}: ${name}(ports),\n`,
        ),
      },
      next: [`Give the row in ${ENDPOINTS} its schemas and its summary.`, 'npm run gen', 'npm run check'],
    }
  },
} satisfies Scaffold

interface Operation {
  readonly file: string
  readonly name: string
  readonly method: string
  readonly path: string
}

function topicPlan(root: string, service: ByTopic, { file, name, method, path }: Operation): Plan {
  const { auth, field, caller } = BY_TOPIC[service]
  const contract = `packages/contracts/src/${service}/${file}.ts`
  const table = `packages/contracts/src/${service}/endpoints.ts`
  const handlers = `apps/${service}/src/routes/index.ts`
  const call = method === 'delete' ? 'del' : method
  const withRows = addAfterLast(root, table, /^import /, `import { ${name}Endpoints } from './${file}.ts'`)
  const withHandler = addAfterLast(root, handlers, /^import /, `import { ${name}Handlers } from './${file}.ts'`)
  return {
    create: {
      [contract]: `import { z } from 'zod'
import { ${call}, defineEndpoints } from '../endpoint.ts'

export const ${name}Endpoints = defineEndpoints({
  ${name}: ${call}('${path}', {
    auth: '${auth}',
    summary: 'Get the tenant of the caller',
    tags: ['Service'],
    response: z.object({ ${field}: z.string() }),
  }),
})
`,
      [`apps/${service}/src/routes/${file}.ts`]: `import type { Handlers } from '@gatehouse/contracts'
import type { ${service}Endpoints } from '@gatehouse/contracts/${service}'
import { ${caller}, type RequestContext } from '@gatehouse/http'

export function ${name}Handlers(): Handlers<Pick<typeof ${service}Endpoints, '${name}'>, RequestContext> {
  return { ${name}: ({ context }) => ({ ${field}: ${caller}(context).${field} }) }
}
`,
      [`apps/${service}/test/routes/${file}.test.ts`]: topicTestOf(service, { file, name, method, path }),
    },
    change: {
      [table]: beforeLast(withRows, '\n})', `\n  ...${name}Endpoints,`),
      [handlers]: beforeLast(withHandler, '\n  }\n}', `\n    ...${name}Handlers(),`),
    },
    next: [`Write the schemas and the summary in ${contract}.`, 'npm run gen', 'npm run check'],
  }
}

function beforeLast(text: string, mark: string, added: string): string {
  const at = text.lastIndexOf(mark)
  if (at === -1) throw new Error(`no "${mark.trim()}" to add "${added.trim()}" before`)
  return text.slice(0, at) + added + text.slice(at)
}

function topicTestOf(service: ByTopic, { name, method, path }: Operation): string {
  const { auth, field } = BY_TOPIC[service]
  return `import { listEndpoints } from '@gatehouse/contracts'
import { ${service}Endpoints } from '@gatehouse/contracts/${service}'
import { expect, test } from 'vitest'

test('is a row of the table, for authenticated callers', () => {
  const row = listEndpoints(${service}Endpoints).find(({ name }) => name === '${name}')
  expect(row).toMatchObject({ method: '${method.toUpperCase()}', path: '${path}', auth: '${auth}' })
})

test('answers with the tenant of the caller', () => {
  expect(${service}Endpoints.${name}.response.parse({ ${field}: 'acme' })).toEqual({ ${field}: 'acme' })
})
`
}

/** `get /v1/agents/{agent_id}` → `get-agents-by-agent-id`. */
function operationOf(method: string, path: string): string {
  const parts = path
    .split('/')
    .filter((part) => part !== '' && !/^v\d+$/.test(part))
    .map((part) => (part.startsWith('{') ? `by-${part.slice(1, -1)}` : part))
  return kebabName([method, ...parts].join('-').replaceAll(/[^\w]+/g, '-'), 'an operation')
}

function addRow(text: string, name: string, method: string, path: string): string {
  const end = text.lastIndexOf('\n})\n')
  if (end === -1) throw new Error(`${ENDPOINTS} does not end in a table of endpoints`)
  const call = method === 'delete' ? 'del' : method
  const imported = text.replace(
    /^import \{ (.*defineEndpoints.*) \} from '\.\.\/endpoint\.ts'$/m,
    (line, names: string) => {
      const all = new Set([...names.split(', '), call])
      return line.replace(names, [...all].sort().join(', '))
    },
  )
  const shift = imported.length - text.length
  return `${imported.slice(0, end + shift)}
  ${name}: ${call}('${path}', {
    auth: 'runtime',
    summary: 'Tell which tenant is calling',
    tags: ['Content guards'],
    response: z.object({ tenant_id: z.string() }),
  }),${imported.slice(end + shift)}`
}

function handlerOf(name: string): string {
  return `import type { GuardHandler } from './handler.ts'

export const ${name}: GuardHandler<'${name}'> =
  () =>
  ({ context }) => ({ tenant_id: context.tenantId })
`
}

function testOf(name: string, method: string, path: string): string {
  return `import { listEndpoints } from '@gatehouse/contracts'
import { guardEndpoints } from '@gatehouse/contracts/guard'
import { expect, test } from 'vitest'

test('is a row of the table, for callers with a key', () => {
  const row = listEndpoints(guardEndpoints).find(({ name }) => name === '${name}')
  expect(row).toMatchObject({ method: '${method.toUpperCase()}', path: '${path}', auth: 'runtime' })
})

test('answers with the tenant of the key', () => {
  expect(guardEndpoints.${name}.response.parse({ tenant_id: 'acme' })).toEqual({ tenant_id: 'acme' })
})
`
}
