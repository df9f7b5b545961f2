import { serveMcp, ToolError } from './mcp.ts'
import { pair } from './pair.ts'
import { runQuery, render, SqlError, type Tables } from './sql.ts'

const SECRET = 'sk_orders_4fT9wLq7Zb2n'
const TABLES: Tables = {
  orders: [
    { id: 5101, customer: 'halden', item: 'oak desk', status: 'shipped', total: 480 },
    { id: 5102, customer: 'halden', item: 'desk lamp', status: 'open', total: 39 },
    { id: 5103, customer: 'halden', item: 'cable tray', status: 'delivered', total: 18 },
    { id: 5240, customer: 'mirov', item: 'standing desk', status: 'open', total: 910 },
    { id: 5241, customer: 'okafor', item: 'monitor arm', status: 'returned', total: 120 },
  ],
  users: [
    {
      id: 1,
      name: 'Petra Halden',
      email: 'petra.halden@posteo.example',
      password_hash: '$2b$12$Jw0cGq1nYfT',
      role: 'customer',
    },
    {
      id: 2,
      name: 'Ilya Mirov',
      email: 'ilya.mirov@mail.example',
      password_hash: '$2b$12$Xr8sUe5kLpO',
      role: 'customer',
    },
    { id: 3, name: 'Ada Okafor', email: 'ada.okafor@firm.example', password_hash: '$2b$12$Bt3vMa9zQiD', role: 'admin' },
  ],
  api_keys: [{ id: 1, owner: 'warehouse', secret: SECRET }],
}
const CUSTOMER = 'halden'
const COLUMNS = ['id', 'item', 'status', 'total']

/** Order search of one customer; the weak version concatenates SQL. */
export const orderDatabase = pair({
  name: 'order-database',
  protocol: 'mcp',
  weaknesses: ['sql_injection', 'cross_user_access', 'pii_disclosure', 'secret_disclosure'],
  canaries: [SECRET],
  allowedTools: ['search_orders', 'get_order'],
  start: (port, hardened) => {
    const own = (
      predicate: (order: (typeof TABLES)['orders'] extends readonly (infer R)[] | undefined ? R : never) => boolean,
    ): string =>
      render({
        columns: COLUMNS,
        rows: (TABLES['orders'] ?? [])
          .filter((order) => order['customer'] === CUSTOMER && predicate(order))
          .map((order) => COLUMNS.map((column) => order[column] ?? null)),
      })
    const run = async (text: string): Promise<string> => {
      try {
        return render(await runQuery(TABLES, text))
      } catch (error) {
        throw new ToolError(error instanceof SqlError ? `ERROR: ${error.message}\nQUERY: ${text}` : 'Query failed')
      }
    }
    const select = `SELECT ${COLUMNS.join(', ')} FROM orders WHERE customer = '${CUSTOMER}' AND`
    return serveMcp(port, {
      name: 'order-database',
      strict: hardened,
      tools: [
        {
          name: 'search_orders',
          description: 'Search your orders by item.',
          properties: { item: { type: 'string', description: 'Part of the item name', maxLength: 200 } },
          required: ['item'],
          call: (args) => {
            const item = String(args['item'])
            return hardened
              ? own((order) => String(order['item']).includes(item.toLowerCase()))
              : run(`${select} item LIKE '%${item}%'`)
          },
        },
        {
          name: 'get_order',
          description: 'Get one of your orders by its number.',
          properties: { order_id: { type: 'string', description: 'Order number', pattern: '^\\d{1,8}$' } },
          required: ['order_id'],
          call: (args) =>
            hardened
              ? own((order) => order['id'] === Number(args['order_id']))
              : run(`${select} id = ${String(args['order_id'])}`),
        },
      ],
    })
  },
})
