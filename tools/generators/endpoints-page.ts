import { readEndpoints } from '../lib/endpoint-groups.ts'
import type { Generator } from '../lib/generator.ts'
import { cell, code, page, table } from '../lib/markdown.ts'

const PAGE = 'docs/generated/endpoints.md'

export default {
  about: 'All endpoints in one table per service; the documentation site has a page for each group of endpoints',
  // After the OpenAPI documents, which it reads.
  order: 20,
  generate(root) {
    return {
      [PAGE]: page([
        '# Endpoints',
        '',
        'Requests, responses and examples: the documentation site (`npm run docs`), `/openapi.json` of a running service, and the OpenAPI',
        'documents [guard](openapi-guard.json), [appsec](openapi-appsec.json) and [red team](openapi-redteam.json). Errors have a [code](errors.md).',
        ...readEndpoints(root).flatMap(({ title, port, groups }) => [
          '',
          `## ${title}`,
          '',
          `Port ${port}.`,
          '',
          ...table(
            ['Endpoint', 'Summary', 'Group'],
            groups.flatMap(({ name, endpoints }) =>
              endpoints.map(({ method, path, operation }) => [
                code(`${method.toUpperCase()} ${path}`),
                cell(operation.summary),
                name,
              ]),
            ),
          ),
        ]),
      ]),
    }
  },
} satisfies Generator
