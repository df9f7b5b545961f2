export class JobQueue {
  #jobs = new Map()

  add(id, options) {
    this.#jobs.set(id, { id, ...options, added: Date.now() })
  }

  take() {
    const [first] = this.#jobs.values()
    if (first) this.#jobs.delete(first.id)
    return first
  }
}
