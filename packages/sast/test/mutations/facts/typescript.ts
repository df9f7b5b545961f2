import type { LanguageFacts } from './facts.ts'
import { javascript } from './javascript.ts'

const { extract } = javascript

export const typescript: LanguageFacts = {
  ...javascript,
  extract: {
    ...extract,
    helper: {
      ...extract.helper!,
      around: (name, parameters, { isPublic }) => [
        `${isPublic ? 'export ' : ''}function ${name}(${parameters
          .map((parameter) => (parameter.type === undefined ? parameter.name : `${parameter.name}: ${parameter.type}`))
          .join(', ')}) {\n  return `,
        '\n}\n',
      ],
    },
  },
}
