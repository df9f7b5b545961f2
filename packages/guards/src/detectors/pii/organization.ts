import type { PiiEntity } from './entity.ts'
import { mergeTagged } from './tagger/merge.ts'

export const organization: PiiEntity = {
  name: 'ORGANIZATION',
  aliases: ['ORG', 'ORGANISATION', 'COMPANY', 'COMPANY_NAME', 'EMPLOYER', 'ORGANIZATIONS'],
  title: 'Name of a company, authority or other body',
  group: 'personal',
  context: [],
  immune: true,
  decoded: false,
  scan: (source, emit) => mergeTagged(source, 'organization', () => undefined, emit),
  examples: {
    finds: [
      ['I work for Brannfeld Systems GmbH in sales', 'Brannfeld Systems GmbH'],
      ['Yesterday she joined Okoro Partners as head of sales.', 'Okoro Partners'],
    ],
    ignores: ['Click Settings, then Privacy', 'Explain Machine Learning to a child'],
  },
}
