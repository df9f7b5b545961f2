import type { Store } from '../store'

interface Wanted {
  sort: string
  page: number
}

export class Orders {
  constructor(private readonly store: Store) {}

  one(id: string) {
    return this.store.find('orders', id)
  }

  list({ sort, page }: Wanted) {
    this.store.page(page)
    return this.store.sorted('orders', sort)
  }
}
