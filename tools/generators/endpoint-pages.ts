import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Generator } from '../lib/generator.ts'
import { cell, code, page, table } from '../lib/markdown.ts'
import { type Operation, operationSection } from '../lib/operation.ts'

const FOLDER = 'docs/generated/endpoints'
const SERVICES = {
  guard: { title: 'guard', port: 4000 },
  appsec: { title: 'appsec', port: 4100 },
  redteam: { title: 'red team', port: 4200 },
} as const
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

interface Description {
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

export default {
  about: 'A page for each group of endpoints, from the interface descriptions',
  // After the interface descriptions, of which they are made.
  order: 20,
  owns: [`${FOLDER}/`],
  generate(root) {
    const files: Record<string, string> = {}
    for (const [service, facts] of Object.entries(SERVICES)) {
      const source = join(root, `docs/generated/openapi-${service}.json`)
      const description = JSON.parse(readFileSync(source, 'utf8')) as Description
      const rows: string[][] = []
      for (const { name } of description.tags) {
        const operations = operationsOf(description, name)
        if (operations.length === 0) continue
        const file = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.md`
        files[`${FOLDER}/${service}/${file}`] = page([
          `# ${facts.title}: ${name}`,
          '',
          ...operations.flatMap((one) => operationSection(one, facts.port, description.components.schemas)),
        ])
        for (const { method, path, operation } of operations)
          rows.push([`[${code(`${method.toUpperCase()} ${path}`)}](${file})`, cell(operation.summary), name])
      }
      files[`${FOLDER}/${service}/README.md`] = page([
        `# Endpoints of ${facts.title}`,
        '',
        `The service listens on port ${facts.port}. Its description for machines is [openapi-${service}.json](../../openapi-${service}.json), and at`,
        '`/openapi.json` of a running service. Failures answer with a [code](../../errors.md).',
        '',
        ...table(['endpoint', 'what it does', 'group'], rows),
      ])
    }
    return files
  },
} satisfies Generator

function operationsOf({ paths }: Description, tag: string) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method]
      return operation?.tags?.[0] === tag ? [{ path, method, operation }] : []
    }),
  )
}
