import { SECRET_ANCHORS, secretsAtAnchor, secretsInTokens } from '../secrets/scan.ts'
import type { PiiEntity } from './entity.ts'

/** Assembled, so that scanners of source hosts do not report the examples as leaks. */
const AWS_KEY = ['AKIA', 'QYLPMN5HFIQR7BZA'].join('')
const GITLAB_TOKEN = ['glpat', 'Xy3kPq9LmN2vB7sT4wRz'].join('-')

export const secret: PiiEntity = {
  name: 'SECRET',
  aliases: [
    'SECRETS',
    'API_KEY',
    'API_KEYS',
    'CREDENTIAL',
    'CREDENTIALS',
    'PASSWORD',
    'TOKEN',
    'ACCESS_TOKEN',
    'AWS_ACCESS_KEY',
    'PRIVATE_KEY',
  ],
  title: 'Secret: key, token, password or private key',
  group: 'secret',
  context: [],
  immune: true,
  decoded: true,
  anchors: SECRET_ANCHORS,
  atAnchor: secretsAtAnchor,
  scan: secretsInTokens,
  examples: {
    finds: [
      [`key ${AWS_KEY} in use`, AWS_KEY],
      [GITLAB_TOKEN, GITLAB_TOKEN],
      ['db: postgres://app:s3cr3tPw9@db.internal/app', 's3cr3tPw9'],
      ['my password is Tr0ub4dor&3', 'Tr0ub4dor&3'],
      ['"api_key": "9f8a7b6c5d4e3f2a1b0c9d8e"', '9f8a7b6c5d4e3f2a1b0c9d8e'],
    ],
    ignores: [
      'Your password is required.',
      'password: ********',
      'AKIAIOSFODNN7EXAMPLE',
      'api_key = YOUR_API_KEY_GOES_HERE_1',
      'token: 123e4567-e89b-12d3-a456-426614174000',
      'risk-averse task-oriented-approach-that-is-fairly-long-indeed',
      'the token expires in 3600',
      'https://example.com/a:b@c',
    ],
  },
}
