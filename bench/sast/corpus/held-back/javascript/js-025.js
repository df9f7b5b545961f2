import { createHash, randomBytes, scryptSync } from 'node:crypto'

export class Accounts {
  constructor(store) {
    this.store = store
  }

  async register(email, password) {
    const salt = randomBytes(16).toString('hex')
    const digest = scryptSync(password, salt, 64).toString('hex')
    await this.store.insert({ email: email.toLowerCase(), salt, digest })
  }

  etag(body) {
    return createHash('sha1').update(body).digest('base64url')
  }
}
