const { Pool } = require('pg')

const COLUMNS = { created_at: 'created_at', total: 'total_cents', state: 'state' }

class OrderStore {
  constructor(url) {
    this.pool = new Pool({ connectionString: url })
  }

  async list(filter) {
    const column = Object.hasOwn(COLUMNS, filter.sortBy) ? COLUMNS[filter.sortBy] : 'created_at'
    const text = `SELECT * FROM orders WHERE customer_id = $1 ORDER BY ${column} DESC`
    const { rows } = await this.pool.query(text, [filter.customer])
    return rows
  }
}

module.exports = { OrderStore }
