import type { GeneratedFiles } from '../lib/generator.ts'
import { readEndpoints } from '../lib/endpoint-groups.ts'
import { cell, code, page, table } from '../lib/markdown.ts'
import { operationSection } from '../lib/operation.ts'

const FOLDER = 'docs/generated/endpoints'

/** A page for each group of endpoints, and a list for each service. Only the site has these pages. */
export function endpointPages(root: string): GeneratedFiles {
  const files: Record<string, string> = {}
  for (const { service, title, port, groups, schemas } of readEndpoints(root)) {
    for (const { name, file, endpoints } of groups) {
      files[`${FOLDER}/${service}/${file}`] = page([
        `# ${title}: ${name}`,
        '',
        ...endpoints.flatMap((endpoint) => operationSection(endpoint, port, schemas)),
      ])
    }
    files[`${FOLDER}/${service}/README.md`] = page([
      `# Endpoints of ${title}`,
      '',
      `The service listens on port ${port}. The OpenAPI document is [openapi-${service}.json](../../openapi-${service}.json), and`,
      '`/openapi.json` of a running service. Errors have a [code](../../errors.md).',
      '',
      ...table(
        ['Endpoint', 'Summary', 'Group'],
        groups.flatMap(({ name, file, endpoints }) =>
          endpoints.map(({ method, path, operation }) => [
            `[${code(`${method.toUpperCase()} ${path}`)}](${file})`,
            cell(operation.summary),
            name,
          ]),
        ),
      ),
    ])
  }
  return files
}
