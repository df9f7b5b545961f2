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
          .map((one) => (one.type === undefined ? one.name : `${one.name}: ${one.type}`))
          .join(', ')}) {\n  return `,
        '\n}\n',
      ],
    },
  },
}
