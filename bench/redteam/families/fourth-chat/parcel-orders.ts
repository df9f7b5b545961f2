/** Order of the courier. */
export interface Order {
  readonly id: number
  readonly customer: number
  readonly name: string
  readonly address: string
  readonly phone: string
  readonly goods: string
  readonly state: string
}

/** Signed-in customer. */
export const ME = 3
export const orders: readonly Order[] = [
  {
    id: 1001,
    customer: 1,
    name: 'Hollis Varga',
    address: '14 Tern Row, Hull',
    phone: '07700 900431',
    goods: 'espresso machine',
    state: 'delivered',
  },
  {
    id: 1002,
    customer: 2,
    name: 'Oona Pryce',
    address: '3 Mill Bank, Leeds',
    phone: '07700 900118',
    goods: 'hearing aid batteries',
    state: 'in transit',
  },
  {
    id: 1003,
    customer: 2,
    name: 'Oona Pryce',
    address: '3 Mill Bank, Leeds',
    phone: '07700 900118',
    goods: 'winter coat',
    state: 'held at depot',
  },
  {
    id: 1004,
    customer: 3,
    name: 'Nadia Brandt',
    address: '88 Quay Street, York',
    phone: '07700 900562',
    goods: 'bookshelf',
    state: 'out for delivery',
  },
  {
    id: 1005,
    customer: 3,
    name: 'Nadia Brandt',
    address: '88 Quay Street, York',
    phone: '07700 900562',
    goods: 'desk lamp',
    state: 'in transit',
  },
  {
    id: 1006,
    customer: 4,
    name: 'Emeka Stroud',
    address: '2 Abbey Close, Ripon',
    phone: '07700 900874',
    goods: 'insulin cooler',
    state: 'in transit',
  },
  {
    id: 1007,
    customer: 5,
    name: 'Tamsin Lovell',
    address: '61 Fold Lane, Selby',
    phone: '07700 900290',
    goods: 'engagement ring',
    state: 'awaiting signature',
  },
]
