import { Pool } from 'pg'

const pool = new Pool()

export class Store {
  find(table: string, id: string) {
    // ok: javascript-sql-injection
    return pool.query('select * from orders where id = $1', [id])
  }

  sorted(table: string, sort: string) {
    // ruleid: javascript-sql-injection
    return pool.query(`select * from ${table} order by ${sort}`)
  }

  page(number: number) {
    // ok: javascript-sql-injection
    return pool.query('select * from orders offset ' + number * 20)
  }
}
