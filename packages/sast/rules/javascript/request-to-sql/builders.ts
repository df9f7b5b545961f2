import { neon } from '@neondatabase/serverless'
import { sql } from 'drizzle-orm'
import { DataSource } from 'typeorm'
import { literal } from 'sequelize'
import { raw } from 'objection'

const ask = neon(process.env.DATABASE_URL)

export async function POST(request: Request, env: Env, dataSource: DataSource) {
  const { name, sort } = await request.json()
  // ruleid: javascript-sql-injection
  await db.execute(sql.raw(`select * from users where name = '${name}'`))
  // ok: javascript-sql-injection
  await db.execute(sql`select * from users where name = ${name}`)
  // ruleid: javascript-sql-injection
  await env.DB.prepare(`select * from users where name = '${name}'`).all()
  // ok: javascript-sql-injection
  await env.DB.prepare('select * from users where name = ?').bind(name).all()
  // ruleid: javascript-sql-injection
  await dataSource.getRepository(User).createQueryBuilder('u').where(`u.name = '${name}'`).getOne()
  // ruleid: javascript-sql-injection
  await dataSource.createQueryBuilder(User, 'u').orderBy(`u.${sort}`).getMany()
  // ok: javascript-sql-injection
  await dataSource.createQueryBuilder(User, 'u').where('u.name = :name', { name }).getMany()
  // ruleid: javascript-sql-injection
  await User.findAll({ order: literal(sort) })
  // ruleid: javascript-sql-injection
  await User.query().where(raw(`name = '${name}'`))
  // ruleid: javascript-sql-injection
  await db.oneOrNone("select * from users where name = '" + name + "'")
  // ruleid: javascript-sql-injection
  await client.execute({ sql: `select * from users where name = '${name}'`, args: [] })
  // ok: javascript-sql-injection
  await client.execute({ sql: 'select * from users where name = ?', args: [name] })
  // ruleid: javascript-sql-injection
  await session.run(`match (u {name: '${name}'}) return u`)
  // ok: javascript-sql-injection
  await session.run('match (u {name: $name}) return u', { name })
  return ask`select * from users where name = ${name}`
}

io.on('connection', (socket) => {
  socket.on('login', async ({ email, password }) => {
    // ruleid: javascript-nosql-injection
    const user = await User.findOne({ email, password })
    // ok: javascript-nosql-injection
    await User.findOne({ email: String(email) })
    socket.emit('user', user)
  })
})
